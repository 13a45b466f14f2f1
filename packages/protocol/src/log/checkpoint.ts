/** The head of a log as a text (C2SP tlog-checkpoint): which log, how many leaves, which root. */
import { fromDecimal, hashFrom, toBase64 } from './log-bytes.ts'
import type { Head } from './merkle-tree.ts'

export interface Checkpoint extends Head {
  readonly origin: string
}

/** The name of a service's log: its address without the scheme. */
export const originOf = (issuer: string): string => `${issuer.replace(/^https?:\/\//, '').replace(/\/+$/, '')}/log`

export const checkpointText = ({ origin, size, root }: Checkpoint): string => `${origin}\n${size}\n${toBase64(root)}\n`

/** Further lines are allowed and say nothing to us. Undefined for what is no checkpoint. */
export const readCheckpoint = (text: string): Checkpoint | undefined => {
  const [origin = '', number = '', hash = '', ...more] = text.split('\n')
  const [size, root] = [fromDecimal(number), hashFrom(hash)]
  if (more.at(-1) !== '' || more.slice(0, -1).includes('')) return undefined
  return origin === '' || size === undefined || root === undefined ? undefined : { origin, size, root }
}
