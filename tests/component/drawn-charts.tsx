interface DrawnProps {
  readonly data: readonly { readonly label: string; readonly series: string; readonly value: number }[];
}

/** Shows the data of a chart in place of the library's drawing. */
function Drawn({ data }: DrawnProps) {
  return (
    <ul data-testid="drawn">
      {data.map(({ label, series, value }) => (
        <li key={label + series}>{`${label} ${series} ${value}`}</li>
      ))}
    </ul>
  );
}

export { Drawn as Bar, Drawn as Column };
