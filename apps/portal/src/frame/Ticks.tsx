import type { ReactNode } from 'react'

interface Props<Value extends string> {
  readonly legend: ReactNode
  readonly options: readonly { readonly value: Value; readonly shown: ReactNode }[]
  readonly chosen: readonly Value[]
  readonly onChange: (chosen: readonly Value[]) => void
}

/** Any of several, each with a box to tick. */
export const Ticks = <Value extends string>({ legend, options, chosen, onChange }: Props<Value>) => (
  <fieldset className="ticked">
    <legend>{legend}</legend>
    {options.map(({ value, shown }) => (
      <label key={value}>
        <input
          type="checkbox"
          checked={chosen.includes(value)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
          }
        />
        <span>{shown}</span>
      </label>
    ))}
  </fieldset>
)
