const SHAPES = {
  success: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm-1.2 14.4-4-4 1.5-1.5 2.5 2.5 5.2-5.2 1.5 1.5Z',
  info: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm1.1 15h-2.2v-6.5h2.2Zm0-8.3h-2.2V6.6h2.2Z',
  warning: 'M12 2.5 1 21.5h22Zm1.1 15.8h-2.2v-2.1h2.2Zm0-3.7h-2.2V9.4h2.2Z',
  danger: 'M7.9 2h8.2L22 7.9v8.2L16.1 22H7.9L2 16.1V7.9Zm5.2 15.2v-2.1h-2.2v2.1Zm0-3.8V6.8h-2.2v6.6Z',
  close: 'm12 10.6 5.3-5.3 1.4 1.4-5.3 5.3 5.3 5.3-1.4 1.4-5.3-5.3-5.3 5.3-1.4-1.4 5.3-5.3-5.3-5.3 1.4-1.4Z',
  menu: 'M3 6h18v2H3Zm0 5h18v2H3Zm0 5h18v2H3Z',
  offline:
    'M2.1 3.5 3.5 2.1l18.4 18.4-1.4 1.4-6.8-6.8a5 5 0 0 0-5.2 1.2l-1.5-1.5a7 7 0 0 1 5.1-2l-2.7-2.7a10.7 10.7 0 0 0-5.2 2.9L2.7 11.5a13 13 0 0 1 4.4-2.9ZM12 7.5a13 13 0 0 1 9.3 4l-1.5 1.5a10.7 10.7 0 0 0-6.5-3.1L10.9 7.6Zm0 10a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6Z',
  search:
    'M10.5 3a7.5 7.5 0 0 1 5.9 12.1l4.3 4.3-1.4 1.4-4.3-4.3A7.5 7.5 0 1 1 10.5 3Zm0 2a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11Z',
  expand: 'm6.7 8.3 5.3 5.3 5.3-5.3 1.4 1.4-6.7 6.7-6.7-6.7Z',
} as const;

/** A decorative icon beside a text with the same meaning; hidden from screen readers. */
export function Icon({ shape, className }: { readonly shape: keyof typeof SHAPES; readonly className?: string }) {
  return (
    <svg className={className} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path fill="currentcolor" d={SHAPES[shape]} />
    </svg>
  );
}
