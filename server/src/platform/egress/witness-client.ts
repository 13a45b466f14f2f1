/**
 * Asks witnesses of the payee log for their signatures (C2SP tlog-witness). Their addresses are the operator's own setting,
 * so they may be private ones; an answer is short, and late ones are not waited for.
 */
export type WitnessAnswer =
  | { readonly is: 'signed'; readonly lines: readonly string[] }
  /** It has seen another size last. */
  | { readonly is: 'elsewhere'; readonly size: number }
  /** It has seen another log under this name. */
  | { readonly is: 'refused' }
  | { readonly is: 'silent' }

export interface WitnessClient {
  add(url: string, body: string): Promise<WitnessAnswer>
  /** The newest checkpoint that it signed; undefined where it tells none. */
  newest(url: string, origin_hash: string): Promise<string | undefined>
}

const TIMEOUT_MS = 2_000
const BYTES_MAX = 16_384

const ask = async (url: string, init: RequestInit): Promise<{ status: number; text: string } | undefined> => {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (Number(response.headers.get('content-length') ?? 0) > BYTES_MAX) return undefined
    const text = await response.text()
    return text.length > BYTES_MAX ? undefined : { status: response.status, text }
  } catch {
    return undefined
  }
}

export const createWitnessClient = (): WitnessClient => ({
  async add(url, body) {
    const answer = await ask(`${url}/add-checkpoint`, { method: 'POST', body })
    if (answer?.status === 200) return { is: 'signed', lines: answer.text.split('\n').filter((line) => line !== '') }
    if (answer?.status === 422) return { is: 'refused' }
    const size = answer?.status === 409 ? Number(answer.text.trim() || Number.NaN) : Number.NaN
    if (answer?.status === 409) return Number.isSafeInteger(size) ? { is: 'elsewhere', size } : { is: 'refused' }
    return { is: 'silent' }
  },
  async newest(url, origin_hash) {
    const answer = await ask(`${url}/${origin_hash}/checkpoint`, {})
    return answer?.status === 200 ? answer.text : undefined
  },
})
