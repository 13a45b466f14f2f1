/** What was seen of each sentence. One look that does not hold is enough for `not met`, and so is no look at all. */
import type { Section, Sentence } from './sentence.ts'

export type Verdict = 'met' | 'not met' | 'not judged'

interface Look {
  readonly what: string
  readonly holds: boolean
  readonly seen: string
}

export interface Judgement {
  readonly sentence: Sentence
  readonly verdict: Verdict
  readonly looks: readonly Look[]
}

export interface Book {
  /** `what` is the same at every run; `seen` is shown where it does not hold. */
  judge(at: string | readonly string[], what: string, holds: boolean, seen?: unknown): void
  /** Why a part of the run ended early. */
  readonly stopped: string[]
  judgements(): (Section & { readonly judgements: readonly Judgement[] })[]
}

export const openBook = (sections: readonly Section[]): Book => {
  const looks = new Map<string, Look[]>(
    sections.flatMap(({ sentences }) => sentences.filter(({ kind }) => kind === 'judged')).map(({ at }) => [at, []]),
  )
  const judgementOf = (sentence: Sentence): Judgement => {
    const its = looks.get(sentence.at) ?? []
    return { sentence, looks: its, verdict: verdictOf(sentence, its) }
  }
  return {
    stopped: [],
    judge(at, what, holds, seen) {
      for (const one of [at].flat()) {
        const its = looks.get(one)
        if (its === undefined) throw new Error(`no sentence is called ${one}`)
        its.push({ what, holds, seen: textOf(seen) })
      }
    },
    judgements: () => sections.map((section) => ({ ...section, judgements: section.sentences.map(judgementOf) })),
  }
}

const verdictOf = ({ kind }: Sentence, looks: readonly Look[]): Verdict => {
  if (kind !== 'judged') return 'not judged'
  return looks.length > 0 && looks.every(({ holds }) => holds) ? 'met' : 'not met'
}

const SEEN_MAX = 300
const textOf = (seen: unknown): string =>
  (typeof seen === 'string' ? seen : (JSON.stringify(seen) ?? 'nothing')).slice(0, SEEN_MAX)
