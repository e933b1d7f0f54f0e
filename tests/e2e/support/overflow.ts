import type { Page } from '@playwright/test';

/** Runs in the page, so it must not refer to anything outside. */
function findOverflowing(): string[] {
  const excess = (element: Element) => element.scrollWidth - element.clientWidth;
  const root = document.documentElement;
  const page = excess(root) > 0 ? [`the page by ${excess(root)} px`] : [];
  const places = [...document.querySelectorAll('body *')].filter((element) => {
    const { overflowX } = getComputedStyle(element);
    if (!/auto|scroll/.test(overflowX) || excess(element) <= 1 || element.matches('input, textarea')) return false;
    const isNamed = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');
    return !(element instanceof HTMLElement && element.tabIndex === 0 && isNamed);
  });
  return [
    ...page,
    ...places.map((place) => `${place.tagName} ${place.getAttribute('class') ?? ''} by ${excess(place)} px`),
  ];
}

/**
 * Elements wider than their place: the page itself, and areas that scroll sideways without a name or without keyboard
 * access (design §5).
 */
export function overflowingElements(page: Page): Promise<string[]> {
  return page.evaluate(findOverflowing);
}
