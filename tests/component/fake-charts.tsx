interface ChartProps {
  readonly data: readonly { readonly label: string; readonly series: string; readonly value: number }[];
}

/** Shows the data of a chart in place of the library's chart. */
function FakeChart({ data }: ChartProps) {
  return (
    <ul data-testid="chart">
      {data.map(({ label, series, value }) => (
        <li key={label + series}>{`${label} ${series} ${value}`}</li>
      ))}
    </ul>
  );
}

export { FakeChart as Bar, FakeChart as Column };
