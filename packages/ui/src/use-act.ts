/** Something that a press does, with how it goes, for pages that are drawn without a cache of answers. */
import { useState } from 'react'

interface State<O> {
  readonly isPending: boolean
  readonly data?: O
  readonly error?: unknown
}

export interface Act<I, O> extends State<O> {
  readonly mutate: (input: I) => void
  readonly reset: () => void
}

export const useAct = <I = void, O = unknown>(run: (input: I) => Promise<O>): Act<I, O> => {
  const [state, setState] = useState<State<O>>({ isPending: false })
  return {
    ...state,
    reset: () => setState({ isPending: false }),
    mutate(input) {
      setState({ isPending: true })
      run(input).then(
        (data) => setState({ isPending: false, data }),
        (error: unknown) => setState({ isPending: false, error }),
      )
    },
  }
}
