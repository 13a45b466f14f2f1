/** What was seen of each sentence. One look that does not hold is enough to miss it, and so is no look at all. */
import { DECISIONS, type Decision } from './decisions.ts'
import type { Section, Sentence } from './sentence.ts'
import { SECTIONS } from './sentences/all.ts'

export type Verdict = 'met' | 'different' | 'missing' | 'not judged'

interface Look {
  readonly what: string
  readonly holds: boolean
  readonly seen: string
  readonly decision?: Decision | undefined
}

export interface Judgement {
  readonly sentence: Sentence
  readonly verdict: Verdict
  readonly looks: readonly Look[]
  /** The decisions that allow what is different. */
  readonly decisions: readonly Decision[]
}

/** A difference that was decided: which one, and whether it is what was seen. */
export type Allowed = readonly [decision: Decision, isIt: boolean]

export interface Book {
  /** `what` is the same at every run; `seen` is shown where it does not hold. */
  judge(at: string | readonly string[], what: string, holds: boolean, seen?: unknown, allowed?: Allowed): void
  /** Why a part of the run ended early. */
  readonly stopped: string[]
  judgements(): (Section & { readonly judgements: readonly Judgement[] })[]
}

export const openBook = (): Book => {
  const looks = new Map<string, Look[]>(
    SECTIONS.flatMap(({ sentences }) => sentences.filter(({ kind }) => kind === 'judged')).map(({ at }) => [at, []]),
  )
  const judgementOf = (sentence: Sentence): Judgement => {
    const its = looks.get(sentence.at) ?? []
    const decisions = [...new Set(its.flatMap(({ holds, decision }) => (holds || !decision ? [] : [decision])))]
    return { sentence, looks: its, decisions, verdict: verdictOf(sentence, its) }
  }
  return {
    stopped: [],
    judge(at, what, holds, seen, allowed) {
      const decision = !holds && allowed?.[1] ? allowed[0] : undefined
      for (const one of [at].flat()) {
        const its = looks.get(one)
        if (its === undefined) throw new Error(`no sentence is called ${one}`)
        its.push({ what, holds, seen: textOf(seen), decision })
      }
    },
    judgements: () => SECTIONS.map((section) => ({ ...section, judgements: section.sentences.map(judgementOf) })),
  }
}

const verdictOf = ({ kind }: Sentence, looks: readonly Look[]): Verdict => {
  if (kind !== 'judged') return 'not judged'
  if (looks.length === 0 || looks.some(({ holds, decision }) => !holds && !decision)) return 'missing'
  return looks.every(({ holds }) => holds) ? 'met' : 'different'
}

const SEEN_MAX = 300
const textOf = (seen: unknown): string =>
  (typeof seen === 'string' ? seen : (JSON.stringify(seen) ?? 'nothing')).slice(0, SEEN_MAX)

export const decisionText = (decision: Decision): string => DECISIONS[decision]
