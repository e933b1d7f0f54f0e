import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '#src/components/data-table/paging.ts';

interface ShownPage {
  /** One-based. */
  readonly page: number;
  readonly pageSize: number;
}

interface PageTurning extends ShownPage {
  /** Turns to a page; one that replaces the present leaves no way back to it. */
  readonly turnTo: (page: number, pageSize: number, how?: { readonly replace: boolean }) => void;
}

const PAGE = 'currentPage';
const SIZE = 'pageSize';
const FIRST: ShownPage = { page: 1, pageSize: DEFAULT_PAGE_SIZE };

function pageOf(params: URLSearchParams): ShownPage {
  const page = Number(params.get(PAGE));
  const size = Number(params.get(SIZE));
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : FIRST.page,
    pageSize: PAGE_SIZES.find((offered) => offered === size) ?? FIRST.pageSize,
  };
}

/**
 * Which page of the list shows, and how long it is (design §5). A page that was turned can be turned back by the
 * browser.
 * @param isInUrl whether it stands in the URL, or is forgotten with the screen
 */
export function usePageInUrl(isInUrl: boolean): PageTurning {
  const [params, setParams] = useSearchParams();
  const [unwritten, setUnwritten] = useState(FIRST);
  return {
    ...(isInUrl ? pageOf(params) : unwritten),
    turnTo: (page, pageSize, how) => {
      if (!isInUrl) {
        setUnwritten({ page, pageSize });
        return;
      }
      setParams((last) => {
        const turned = new URLSearchParams(last);
        turned.set(PAGE, String(page));
        turned.set(SIZE, String(pageSize));
        return turned;
      }, how);
    },
  };
}
