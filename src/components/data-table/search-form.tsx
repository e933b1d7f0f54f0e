import { Form, type FormProps } from 'antd';

/**
 * Connects the form that Refine's `useTable` makes for every list in the URL, and fills from there: antd warns of one
 * that is on no screen. It draws nothing, for the forms of the portal are react-hook-form's.
 */
export function SearchForm({ form }: Pick<FormProps, 'form'>) {
  return <Form component={false} {...(form && { form })} />;
}
