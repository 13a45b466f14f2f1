/** argon2id in a worker of its own, which ends with its one answer and takes what it knew with it. */
import { startStretcher } from '../script-policy.ts'
import { type Bytes, utf8 } from './bytes.ts'

/** What it costs to try a passphrase. Kept with what was sealed, so that it can grow. */
export interface Stretching {
  readonly algorithm: 'argon2id'
  readonly memory_kib: number
  readonly passes: number
}

export interface StretchCall extends Omit<Stretching, 'algorithm'> {
  readonly passphrase: Bytes
  readonly salt: Bytes
}

export interface Stretched {
  readonly key: Bytes
}

/** About a third of a second on a laptop (OWASP's second choice of parameters). */
export const STRETCHING: Stretching = { algorithm: 'argon2id', memory_kib: 19 * 1024, passes: 2 }

/** A file that asks for more than this would hang the page, one that asks for less would seal nothing. */
const isBearable = ({ algorithm, memory_kib, passes }: Stretching): boolean =>
  algorithm === 'argon2id' &&
  memory_kib >= STRETCHING.memory_kib &&
  memory_kib <= 1024 * 1024 &&
  passes >= STRETCHING.passes &&
  passes <= 10

export const stretch = (passphrase: string, salt: Bytes, stretching: Stretching): Promise<Bytes> => {
  if (!isBearable(stretching)) return Promise.reject(new RangeError('cannot stretch a passphrase like that'))
  const { memory_kib, passes } = stretching
  const worker = startStretcher()
  return new Promise<Bytes>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Stretched>) => resolve(data.key))
    worker.addEventListener('error', () => reject(new Error('the passphrase could not be stretched')))
    // The same words typed on another keyboard are the same bytes.
    const call: StretchCall = { passphrase: utf8(passphrase.normalize('NFKC')), salt, memory_kib, passes }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one listener
    worker.postMessage(call)
  }).finally(() => worker.terminate())
}
