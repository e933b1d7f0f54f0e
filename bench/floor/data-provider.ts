import type { BaseRecord, DataProvider, GetListResponse } from '@refinedev/core';
import axios from 'axios';

interface Answer {
  readonly data: { readonly purchases: BaseRecord[]; readonly pagination: { readonly totalCount: number } };
}

const refuse = () => Promise.reject(new Error('the floor only lists'));

/** A data provider for the list of purchases with axios, as in Refine's documentation. */
export const dataProvider: DataProvider = {
  async getList<Row extends BaseRecord>({ pagination }: Parameters<DataProvider['getList']>[0]) {
    const { currentPage = 1, pageSize = 20 } = pagination ?? {};
    const { data } = await axios.get<Answer>('/api/v1/purchases/search', {
      params: { page: currentPage - 1, size: pageSize, sort: 'createTime,desc' },
      headers: { authorization: `Bearer ${JSON.parse(sessionStorage.getItem('accessToken') ?? '""') as string}` },
    });
    const { purchases, pagination: found } = data.data;
    return { data: purchases, total: found.totalCount } as GetListResponse<Row>;
  },
  getOne: refuse,
  create: refuse,
  update: refuse,
  deleteOne: refuse,
  getApiUrl: () => '/api/v1',
};
