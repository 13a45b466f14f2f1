/** An end that we meant: what happened, and what the reader does next. */
import { EXIT } from './exit-codes.ts'

export class Stop extends Error {
  override readonly name = 'Stop'
  readonly exit_code: number
  readonly what_to_do: string

  constructor(exit_code: number, message: string, what_to_do: string) {
    super(message)
    this.exit_code = exit_code
    this.what_to_do = what_to_do
  }
}

export const wrongUsage = (message: string, what_to_do: string): Stop => new Stop(EXIT.usage, message, what_to_do)
export const notAllowed = (message: string, what_to_do: string): Stop => new Stop(EXIT.auth, message, what_to_do)
export const failed = (message: string, what_to_do: string): Stop => new Stop(EXIT.error, message, what_to_do)
