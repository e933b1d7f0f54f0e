import '@ant-design/v5-patch-for-react-19';
import { Table } from 'antd';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';

const answer = z.object({
  data: z.object({
    purchases: z.array(z.object({ purchaseId: z.number(), createTime: z.string(), itemsAmount: z.number() })),
    pagination: z.object({ totalCount: z.number() }),
  }),
});

const PAGE_SIZE = 20;

async function askPage(page: number) {
  const token = z.string().parse(JSON.parse(sessionStorage.getItem('accessToken') ?? 'null'));
  const query = `page=${String(page - 1)}&size=${String(PAGE_SIZE)}&sort=createTime,desc`;
  const response = await fetch(`/api/v1/purchases/search?${query}`, { headers: { authorization: `Bearer ${token}` } });
  return answer.parse(await response.json()).data;
}

/** antd's Table with three columns. */
function Purchases() {
  const [page, setPage] = useState(1);
  const [found, setFound] = useState<Awaited<ReturnType<typeof askPage>>>();
  useEffect(() => {
    void askPage(page).then(setFound);
  }, [page]);
  return (
    <Table
      size="small"
      rowKey="purchaseId"
      dataSource={found?.purchases}
      loading={!found}
      pagination={{ current: page, pageSize: PAGE_SIZE, total: found?.pagination.totalCount, onChange: setPage }}
      columns={['purchaseId', 'createTime', 'itemsAmount'].map((name) => ({ title: name, dataIndex: name }))}
    />
  );
}

const container = document.getElementById('root');
if (container) createRoot(container).render(<Purchases />);
