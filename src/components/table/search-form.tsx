import { Form, type FormProps } from 'antd';

/**
 * Connects the antd form that Refine's `useTable` creates, and fills for a list in the URL: antd warns about an
 * unconnected form in development. It renders nothing, because the portal's forms use react-hook-form. It stands beside
 * `useTable`, because the table itself may load later.
 */
export function SearchForm({ form }: Pick<FormProps, 'form'>) {
  return import.meta.env.DEV && form ? <Form component={false} form={form} /> : null;
}
