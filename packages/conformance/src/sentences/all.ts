/** Every sentence and table row of the specification, in its order. */
import type { Section } from '../sentence.ts'
import { RECORDS } from './records.ts'
import { ROUTES } from './routes.ts'
import { RULES } from './rules.ts'

export const SECTIONS: readonly Section[] = [...RECORDS, ...ROUTES, ...RULES]
