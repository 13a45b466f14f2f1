/** Which requests were opened in another wallet from here: written down before the link is shown, and kept. */
import type { Asked } from './check-request.ts'

const KEPT = 'handed-over'
const KEPT_MAX = 200

const keyOf = ({ connection_id, request_id }: Asked): string => `${connection_id} ${request_id}`

const kept = (): readonly string[] => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]')
    return Array.isArray(value) ? value.map(String) : []
  } catch {
    return []
  }
}

export const wasHandedOver = (asked: Asked): boolean => kept().includes(keyOf(asked))

export const writeHandOver = (asked: Asked): void =>
  localStorage.setItem(KEPT, JSON.stringify([keyOf(asked), ...kept()].slice(0, KEPT_MAX)))
