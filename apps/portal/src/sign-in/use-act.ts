/** Something that a press does, with how it goes: what pages behind the door have from their cache of answers. */
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

export const useAct = <I, O>(run: (input: I) => Promise<O>): Act<I, O> => {
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

/** The client comes when it is needed, or before that while the browser has nothing else to do. */
export const client = async () => (await import('../client.ts')).api
