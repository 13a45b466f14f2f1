/** What a wallet can grant, and how it is written on the command line. */
import { INPUTS } from '@pursestrings/sdk/inputs'
import { Option } from 'commander'
import { takes } from './field-option.ts'

const FIELD = INPUTS['agents.create'].allowed_scopes

export const SCOPES = FIELD.items.enum

export const scopesOption = (what: string): Option => takes(new Option('--scopes <list>', what), FIELD)

export const scopesOrAll = (what: string): Option => scopesOption(what).default(SCOPES, 'all')
