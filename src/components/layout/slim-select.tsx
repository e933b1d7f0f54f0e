interface SlimOption<V extends string> {
  readonly value: V;
  readonly label: string;
  /** The language of the label, where it is not that of the page. */
  readonly lang?: string;
}

interface SlimSelectProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly SlimOption<V>[];
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
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
