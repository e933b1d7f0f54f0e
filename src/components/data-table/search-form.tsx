import { Form, type FormProps } from 'antd';

/**
 * Connects the form that Refine's `useTable` makes for every list in the URL, and fills from there: antd warns of one
 * that is on no screen, in development alone. It draws nothing, for the forms of the portal are react-hook-form's.
 */
export function SearchForm({ form }: Pick<FormProps, 'form'>) {
  return import.meta.env.DEV && form ? <Form component={false} form={form} /> : null;
}
