/** Runs parsers over changed texts: what they throw that they do not declare, and what takes too long. */
import { mutatedBytes, mutatedText } from './mutate-bytes.ts'
import { mutatedJson } from './mutate-json.ts'
import type { Parser } from './parsers.ts'
import { type Random, randomOf, seedFor } from './random.ts'

/** Of own processor time, and only where it takes as long when it is read again. */
const READ_MS_MAX = 100

export const fuzzParser = async (parser: Parser, calls: number, seed: number): Promise<string[]> => {
  const random = randomOf(seedFor(seed, parser.name))
  const found: string[] = []
  for (const text of parser.seeds) found.push(...(await findings(parser, text)))
  for (let call = 0; call < calls && found.length < 20; call++)
    found.push(...(await findings(parser, changed(parser, random))))
  return found
}

const changed = (parser: Parser, random: Random): string => {
  const text = random.pick(parser.seeds)
  if (parser.bytes) return mutatedBytes(Buffer.from(text, 'latin1'), random).toString('latin1')
  if (!/^[{[]/.test(text) || random.chance(0.4)) return mutatedText(text, random)
  try {
    return mutatedJson(JSON.parse(text), random)
  } catch {
    return mutatedText(text, random)
  }
}

const findings = async (parser: Parser, text: string): Promise<string[]> => {
  const shown = `${parser.name}: ${JSON.stringify(text.slice(0, 400))}${text.length > 400 ? `…(${text.length})` : ''}`
  const once = async (): Promise<{ ms: number; fault?: Error | undefined }> => {
    const began = process.threadCpuUsage()
    let fault: Error | undefined
    try {
      await parser.read(text)
    } catch (error) {
      if (!parser.throws.some((declared) => error instanceof declared))
        fault = error instanceof Error ? error : new Error(`no error: ${typeof error}`)
    }
    const { user, system } = process.threadCpuUsage(began)
    return { ms: (user + system) / 1000, fault }
  }
  const { ms, fault } = await once()
  if (fault !== undefined) return [`${shown} threw ${fault.name}: ${fault.message}`]
  if (ms <= READ_MS_MAX) return []
  const again = await once()
  return again.ms > READ_MS_MAX ? [`${shown} took ${Math.round(again.ms)} ms`] : []
}
