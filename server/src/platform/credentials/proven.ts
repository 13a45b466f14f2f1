/**
 * Which credentials this process has lately seen to be good. Standing here opens nothing: every call still asks the
 * database. It only tells a caller who was good a moment ago from a stranger, so that the two never share a statement and
 * a stranger's failures at one address do not shut out those who are known there. Two generations bound it in number and
 * in time: the younger becomes the older when it is full or its time is up, and whoever is used moves to the younger.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'

export interface Known {
  /** What its calls are counted under. */
  readonly rate_key: string
  /** Who shares with it what there is only so much of: its organization, or its wallet. Says nothing about rights. */
  readonly share_key: Uuid | ''
}

export interface Proven {
  /** By the hash of its secret; undefined for a stranger. */
  find(hash: string): Known | undefined
  remember(hash: string, known: Known): void
  forget(hash: string): void
  readonly size: number
}

interface Bounds {
  readonly generation_max?: number
  readonly generation_ms?: number
  readonly now?: () => number
}

const GENERATION_MAX = 25_000
const GENERATION_MS = 10 * 60_000

export const createProven = ({
  generation_max = GENERATION_MAX,
  generation_ms = GENERATION_MS,
  now = () => performance.now(),
}: Bounds = {}): Proven => {
  let young = new Map<string, Known>()
  let old = new Map<string, Known>()
  let began = now()
  const age = () => {
    const elapsed = now() - began
    if (elapsed < generation_ms && young.size < generation_max) return
    old = elapsed < 2 * generation_ms ? young : new Map()
    young = new Map()
    began = now()
  }
  return {
    find(hash) {
      age()
      const known = young.get(hash)
      if (known !== undefined) return known
      const aged = old.get(hash)
      if (aged !== undefined) {
        old.delete(hash)
        young.set(hash, aged)
      }
      return aged
    },
    remember(hash, known) {
      age()
      young.set(hash, known)
    },
    forget(hash) {
      young.delete(hash)
      old.delete(hash)
    },
    get size() {
      return young.size + old.size
    },
  }
}
