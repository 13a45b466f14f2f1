/** Who runs a command that changes something, and why: the organizations read both in their audit logs. */
/** What the operator asked for cannot be done as it was asked. */
export class AdminFault extends Error {}

export interface OperatorOptions {
  readonly actor: string
  readonly reason: string
  readonly confirm: string | undefined
}

const ACTOR = /^[\w.-]{1,40}$/
const REASON_MAX = 200

export const operatorOptions = (words: readonly string[], usage: string): OperatorOptions => {
  const given = new Map<string, string>()
  for (let i = 0; i < words.length; i += 2) {
    const [name = '', value] = words.slice(i, i + 2)
    if (!/^--(actor|reason|confirm)$/.test(name) || value === undefined) throw new AdminFault(`usage:\n${usage}`)
    given.set(name.slice(2), value)
  }
  const [actor = '', reason = ''] = [given.get('actor'), given.get('reason')]
  if (!ACTOR.test(actor)) throw new AdminFault('--actor must name you: letters, digits, dots and dashes, 40 at most')
  if (reason === '' || reason.length > REASON_MAX)
    throw new AdminFault(`--reason must tell why, in ${REASON_MAX} characters at most: the organizations will read it`)
  return { actor, reason, confirm: given.get('confirm') }
}
