/** What keeps an agent from paying the wrong seller, the wrong price, or twice, whatever a 402 says. */
import type { Mutant } from './mutant.ts'

const OFFER = 'packages/x402/src/read-offer.ts'
const OFFER_TEST = { file: OFFER, test: 'packages/x402/src/read-offer.test.ts' }
const OPEN = 'packages/x402/src/open-authorization.ts'
const OPEN_TEST = { file: OPEN, test: 'packages/x402/src/open-authorization.test.ts' }
const SEND = 'packages/x402/src/send-paid.ts'
const SEND_TEST = { file: SEND, test: 'packages/x402/src/send-paid.test.ts' }
const ASK = 'packages/x402/src/ask-payment.ts'
const SELLER = 'packages/x402/src/seller.ts'

export const x402Mutants: readonly Mutant[] = [
  {
    ...OFFER_TEST,
    name: 'a 402 is paid with any token',
    find: 'spelled(asset) !== token.contract || !same',
    replace: '!same',
    caught_by: 'about the asset is refused',
  },
  {
    ...OFFER_TEST,
    name: 'a 402 describes the token as it likes',
    find: 'spelled(asset) !== token.contract || !same',
    replace: 'spelled(asset) !== token.contract',
    caught_by: 'about the EIP-712 name is refused',
  },
  {
    ...OFFER_TEST,
    name: 'a price of nothing is a price',
    find: '/^[1-9]\\d{0,77}$/',
    replace: '/^\\d{1,78}$/',
    caught_by: 'about the amount of nothing is refused',
  },
  {
    ...OFFER_TEST,
    name: 'an offer that moves the token in another way is taken',
    find: "    assetTransferMethod !== 'eip3009' ||\n",
    replace: '',
    caught_by: 'about the way to move the token is refused',
  },
  {
    ...OFFER_TEST,
    name: 'an address with a wrong checksum is mended',
    find: 'isAddress(address) || address === address.toLowerCase()',
    replace: 'address',
    caught_by: 'about the address with a wrong checksum is refused',
  },
  {
    ...OPEN_TEST,
    name: 'an agent uses an authorization of another payee or amount',
    find: 'if (differs.length > 0)',
    replace: 'if (differs.length > 9)',
    caught_by: 'an authorization with another payee isn’t used',
  },
  {
    ...OPEN_TEST,
    name: 'an agent uses what nobody signed',
    find: 'if (!isSigned(signed, verdict.terms.domain))',
    replace: 'if (!isSigned(signed, verdict.terms.domain) && differs.length > 0)',
    caught_by: 'a signature that isn’t the payer’s isn’t used',
  },
  {
    ...OPEN_TEST,
    name: 'an approval for one call pays another',
    find: ' || !isFor(task, seal, terms)',
    replace: '',
    caught_by: 'a request that was made for another call, another agent’s key or another price isn’t used',
  },
  {
    ...OPEN_TEST,
    name: 'what was approved needn’t be the price',
    find: ' || verdict.terms.units !== priced.units',
    replace: '',
    caught_by: 'a request that was made for another call, another agent’s key or another price isn’t used',
  },
  {
    ...OPEN_TEST,
    name: 'the signed facts needn’t carry the terms',
    find: 'said !== facts.terms_digest || ',
    replace: '',
    caught_by: 'terms that the signed facts don’t carry, and facts that don’t hold, aren’t used',
  },
  {
    ...SEND_TEST,
    name: 'a payment follows a redirect to another host',
    find: 'next.origin !== url.origin',
    replace: 'next.protocol !== url.protocol',
    caught_by: 'a redirect to https://thief.example/tides is refused, and nobody there gets the payment',
  },
  {
    ...SEND_TEST,
    name: 'a 402 of another host is taken for that of the one that was called',
    find: 'new URL(answered_at).origin === url.origin',
    replace: 'new URL(answered_at).protocol === url.protocol',
    caught_by: 'a 402 of another host than the one that was called asks nobody',
  },
  {
    file: 'packages/x402/src/shared.ts',
    test: 'packages/x402/src/shared.test.ts',
    name: 'calls of one task go their ways',
    find: '    if (started) {',
    replace: '    if (started && name === "") {',
    caught_by: 'twenty calls of one name at once do the work once; the next one does it again',
  },
  {
    file: ASK,
    test: 'packages/x402/src/ask-payment.test.ts',
    name: 'an approval that ended unused is told as a no',
    find: "  if (status === 'failed' && reason === ENDED_UNUSED) {",
    replace: "  if (status === 'failed' && reason === '') {",
    caught_by: 'what the wallet saw end unused ends the wait as still_waiting',
  },
  {
    file: SELLER,
    test: 'packages/x402/src/seller.test.ts',
    name: 'whoever reads a signature on the ledger gets what was sold',
    find: '  if (id === undefined || signature === undefined) return undefined\n',
    replace: '  if (signature === undefined) return undefined\n',
    caught_by: 'what settled without a name is delivered once',
  },
]
