/** Placeholder lines while content loads; hidden from screen readers. */
export function Skeleton({ rows = 4 }: { readonly rows?: number }) {
  return (
    <div className="skeleton--lines" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="skeleton skeleton--line" />
      ))}
    </div>
  );
}
