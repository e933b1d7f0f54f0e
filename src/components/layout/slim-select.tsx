interface SlimSelectProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: string }[];
  readonly onChoose: (value: V) => void;
}

/** A small choice in the slim bar; its label is for screen readers where space is short. */
export function SlimSelect<V extends string>({ label, value, options, onChoose }: SlimSelectProps<V>) {
  function choose(chosen: string): void {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onChoose(option.value);
  }
  return (
    <label className="slim-bar__select">
      <span className="slim-bar__label">{label}</span>
      <select value={value} onChange={(event) => choose(event.target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
