/** `keys`: keys for the merchant's own servers, which read and manage without a person. */
import type { MerchantKey, MerchantKeysCreateInput } from '@pursestrings/sdk'
import { INPUTS } from '@pursestrings/sdk/inputs'
import { type Command, Option } from 'commander'
import { merchantOf } from '../clients.ts'
import { takes } from '../field-option.ts'
import { addCommand, addGroup, needed, type Run, runs } from '../run.ts'

const standing = ({ revoked_at, expires_at }: MerchantKey): string => {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'works'
}

const list = async ({ profiles, output }: Run): Promise<void> => {
  const merchant_keys = await merchantOf(profiles.read()).merchantKeys.list().toArray()
  output.table(
    { merchant_keys },
    ['KEY', 'STATUS', 'LAST USE', 'NAME'],
    merchant_keys.map((one) => [one.merchant_key_id, standing(one), one.last_used_at ?? 'never', one.name]),
  )
}

interface Create {
  readonly name: string
  readonly scopes: MerchantKeysCreateInput['scopes']
  readonly expiresAt?: string
}

const create = async ({ profiles, output }: Run, { name, scopes, expiresAt }: Create): Promise<void> => {
  const input = { name, scopes, ...(expiresAt !== undefined && { expires_at: expiresAt }) }
  const created = await merchantOf(profiles.read()).merchantKeys.create(input)
  output.fields(created, [
    ['key', `${created.merchant_key.name} (${created.merchant_key.merchant_key_id})`],
    ['scopes', created.merchant_key.scopes.join(', ')],
    ['secret', `${created.secret}   (shown only once)`],
  ])
  output.note('Set it as PURSESTRINGS_MERCHANT_KEY on your server.')
}

const revoke = async ({ profiles, output }: Run, id: string): Promise<void> => {
  const { merchant_key } = await merchantOf(profiles.read()).merchantKeys.revoke(id)
  output.fields({ merchant_key }, [
    ['key', `${merchant_key.name} (${merchant_key.merchant_key_id})`],
    ['revoked', merchant_key.revoked_at],
  ])
}

const CREATED = INPUTS['merchant_keys.create']

export const addKeys = (program: Command): void => {
  const keys = addGroup(program, 'keys', 'Keys for your own servers', ['keys list'])
  addCommand(keys, 'list', 'List keys', ['keys list']).action(runs(list))
  addCommand(keys, 'create', 'Create a key (shown once)', [
    'keys create --name "Orders" --scopes payment_requests:read',
  ])
    .addOption(takes(needed('--name <name>', 'such as the server that uses it'), CREATED.name))
    .addOption(takes(needed('--scopes <scopes>', 'comma-separated scopes'), CREATED.scopes))
    .addOption(takes(new Option('--expires-at <time>', 'when it expires (default: never)'), CREATED.expires_at))
    .action(runs(create))
  addCommand(keys, 'revoke <key-id>', 'Revoke a key', ['keys revoke mky_01k0000000e008000000000000']).action(
    runs(revoke),
  )
}
