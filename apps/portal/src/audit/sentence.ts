/** Every action with its sentence. One that this portal does not know yet is shown as the service names it. */
import { auditStrings } from './strings.ts'

export interface Sentence {
  readonly did: string
  /** The word before the name, where one is needed. */
  readonly of?: string
}

const SENTENCES: Readonly<Record<string, Readonly<Record<string, Sentence>>>> = auditStrings.audit.says

export const ACTIONS = Object.entries(SENTENCES).flatMap(([resource, did]) =>
  Object.keys(did).map((what) => `${resource}.${what}`),
)

export const sentenceOf = (action: string): Sentence => {
  const [resource = '', what = ''] = action.split('.')
  return SENTENCES[resource]?.[what] ?? { did: action }
}
