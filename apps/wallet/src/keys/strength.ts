/**
 * How hard a passphrase is to guess, roughly and without a dictionary: by how many different words or kinds of characters it
 * has. argon2id makes each guess dear; this keeps people from choosing what the first thousand guesses try.
 */
export const STRENGTHS = ['none', 'weak', 'fair', 'good', 'strong'] as const
export type Strength = (typeof STRENGTHS)[number]

const KINDS = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d\s]/]
const BITS_PER_WORD = 11

/** One character over and over, or a run such as abcd or 4321, tells no more than its first. */
const surprising = (text: string): number => {
  let count = 0
  let previous = Number.NaN
  let step = Number.NaN
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0
    const now = code - previous
    if (!(now === step && Math.abs(now) <= 1)) count++
    step = now
    previous = code
  }
  return count
}

const bitsOf = (passphrase: string): number => {
  // A word that comes again adds nothing.
  const text = [...new Set(passphrase.split(/\s+/))].join(' ')
  const words = new Set(text.toLowerCase().match(/\p{L}{3,}/gu) ?? [])
  if (words.size >= 3) return words.size * BITS_PER_WORD
  const kinds = KINDS.filter((kind) => kind.test(text)).length
  return surprising(text) * (1.5 + kinds * 0.5)
}

export const strengthOf = (passphrase: string): Strength => {
  if (passphrase === '') return 'none'
  const bits = bitsOf(passphrase.trim())
  if (bits < 22) return 'weak'
  if (bits < 36) return 'fair'
  return bits < 44 ? 'good' : 'strong'
}

export const isEnough = (strength: Strength): boolean => strength === 'good' || strength === 'strong'
