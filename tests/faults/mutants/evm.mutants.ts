/** An authorization: what is signed, sealed and read of it, and what a node of an EVM chain is believed. */
import type { Mutant } from './mutant.ts'

const LOGS = 'packages/evm/src/read-logs.ts'
const LOGS_TEST = 'packages/evm/src/read-logs.test.ts'
const RPC = 'packages/evm/src/json-rpc.ts'
const RPC_TEST = 'packages/evm/src/json-rpc.test.ts'
const SIGN = 'packages/evm/src/sign-authorization.ts'
const SIGN_TEST = 'packages/evm/src/sign-authorization.test.ts'
const TERMS = 'packages/evm/src/authorization.ts'
const TERMS_TEST = 'packages/evm/src/authorization.test.ts'
const BOX = 'packages/evm/src/sealed-box.ts'
const BOX_TEST = 'packages/evm/src/sealed-box.test.ts'
const SOURCE = 'server/src/platform/egress/ledger/evm/jsonrpc-source.ts'
const SOURCE_TEST = 'server/test/evm-sources.test.ts'
const READING = 'server/src/platform/egress/ledger/evm/reading.ts'
const OBSERVED = { test: 'server/test/evm-settlements.test.ts' }

export const evmMutants: readonly Mutant[] = [
  {
    name: 'a chain whose clock lags makes what pays a request too early for it',
    file: 'packages/protocol/src/match-payment.ts',
    find: '!isReferenceAlone(wanted) && ',
    replace: '',
    test: 'packages/protocol/src/match-payment.test.ts',
    caught_by: 'a clock that lags makes no payment too early',
  },
  {
    name: 'an authorization of another account lends a movement its nonce',
    file: LOGS,
    find: ' || addressIn(authorizer) !== from',
    replace: '',
    test: LOGS_TEST,
    caught_by: 'of another account',
  },
  {
    name: 'an authorization by another contract lends a movement its nonce',
    file: LOGS,
    find: 'if (before === undefined || !isOf(before, token)) return undefined',
    replace: 'if (before === undefined) return undefined',
    test: LOGS_TEST,
    caught_by: 'by another contract',
  },
  {
    name: 'money that another contract says it moved counts',
    file: LOGS,
    find: 'if (!isOf(log, token) || kind !== TRANSFER',
    replace: 'if (kind !== TRANSFER',
    test: LOGS_TEST,
    caught_by: 'what another contract wrote',
  },
  {
    name: 'an answer to another question is taken',
    file: RPC,
    find: " || answer['id'] !== id",
    replace: '',
    test: RPC_TEST,
    caught_by: 'to another question',
  },
  {
    name: 'a receipt may leave a log out',
    file: RPC,
    find: 'log.index === (read[0]?.index ?? 0) + i,',
    replace: 'log.index >= (read[0]?.index ?? 0) + i,',
    test: RPC_TEST,
    caught_by: 'with a log left out',
  },
  {
    name: 'logs of other blocks than were asked for are taken',
    file: RPC,
    find: 'log.block <= through &&',
    replace: '',
    test: RPC_TEST,
    caught_by: 'outside of the blocks',
  },
  {
    name: 'the mirror image of a signature is one, too',
    file: SIGN,
    find: "if (secp256k1.Signature.fromBytes(recovered, 'recovered').hasHighS()) return undefined",
    replace: '',
    test: SIGN_TEST,
    caught_by: 'its mirror image',
  },
  {
    name: 'whoever signed is taken for the payer',
    file: SIGN,
    find: 'signerOf(signed, domain) === signed.authorization.from',
    replace: 'signerOf(signed, domain) !== undefined',
    test: SIGN_TEST,
    caught_by: 'with any member, token or chain changed',
  },
  {
    name: 'a key signs for any account',
    file: SIGN,
    find: 'if (addressOfKey(private_key) !== authorization.from)',
    replace: 'if (private_key.length !== 32)',
    test: SIGN_TEST,
    caught_by: 'by another key than the paying account',
  },
  {
    name: 'any contract is taken for the token',
    file: TERMS,
    find: ' && payment.contract === token.contract',
    replace: '',
    test: TERMS_TEST,
    caught_by: 'where the asset does not fit',
  },
  {
    name: 'facts without a reference are paid',
    file: TERMS,
    find: 'payment.reference === ledger.reference && payment.memo === undefined',
    replace: 'payment.memo === undefined',
    test: TERMS_TEST,
    caught_by: 'where the reference does not fit',
  },
  {
    name: 'an authorization may have members that nobody knows',
    file: TERMS,
    find: 'return text === canonicalJson({ type: AUTHORIZATION_TYPE, ...read }) ? read : undefined',
    replace: 'return read',
    test: TERMS_TEST,
    caught_by: 'is read in one form only',
  },
  {
    name: 'a box for one request opens for another',
    file: BOX,
    find: "decrypt({ name: 'AES-GCM', iv, additionalData }, box, text)",
    replace: "decrypt({ name: 'AES-GCM', iv, additionalData: new Uint8Array(32).fill(0xab) }, box, text)",
    test: BOX_TEST,
    caught_by: 'for another request',
  },
  {
    name: 'a node of another chain is believed',
    file: SOURCE,
    find: 'if ((await call(chainId())) !== chain_id)',
    replace: 'if ((await call(chainId())) < 1)',
    test: SOURCE_TEST,
    caught_by: 'that is of another chain',
  },
  {
    name: 'blocks that may be undone are read',
    file: SOURCE,
    find: "call(blockAt('finalized'))",
    replace: "call(blockAt('latest'))",
    test: SOURCE_TEST,
    caught_by: 'what is not final yet is not there',
  },
  {
    name: 'a transaction that may be undone is found by its name',
    file: SOURCE,
    find: 'receipt === null || receipt.block > latest.sequence',
    replace: 'receipt === null',
    test: SOURCE_TEST,
    caught_by: 'what is not final yet is not there',
  },
  {
    name: 'a node that has not got so far denies payments',
    file: SOURCE,
    find: 'if (latest.sequence < scan.through)',
    replace: 'if (latest.sequence < 0)',
    test: SOURCE_TEST,
    caught_by: 'asked for more than it has',
  },
  {
    name: 'a listed log need not stand in its receipt',
    file: SOURCE,
    find: '!shown.every((log) => isIn(log, receipt))',
    replace: 'shown.length === 0',
    test: SOURCE_TEST,
    caught_by: 'whose log is not in its receipt',
  },
  {
    name: 'a receipt may name a block of another chain',
    file: SOURCE,
    find: 'if (ledger?.hash !== receipt.block_hash)',
    replace: 'if (ledger === undefined)',
    test: SOURCE_TEST,
    caught_by: 'in a block of another chain',
  },
  {
    name: 'a node that refuses a block is said to hold what nobody can read',
    file: SOURCE,
    find: 'if (from === through || !isRefused(error)) throw error',
    replace: 'if (!isRefused(error)) throw error',
    test: SOURCE_TEST,
    caught_by: 'refuses even one block',
  },
  {
    name: 'two nodes that show other logs of one transaction agree',
    file: 'server/src/platform/egress/ledger/evm/read-receipt.ts',
    find: 'envelope: JSON.stringify(its_logs.map(shownLog)),',
    replace: "envelope: '[]',",
    test: SOURCE_TEST,
    caught_by: 'a hidden log makes another transaction of it',
  },
  {
    name: 'a transfer without a nonce keeps a request from being proven unpaid',
    file: READING,
    find: "const memo = { kind: 'hash', value: facts_digest } as const",
    replace: "const memo = { kind: 'none', value: '' } as const",
    ...OBSERVED,
    caught_by: 'by a transfer without its nonce',
  },
  {
    name: 'what is left to pay after an authorization ended is not known to be nothing',
    file: 'server/src/settlement/settlements/verdict-on-record.ts',
    find: 'return known || ended ?',
    replace: 'return known ?',
    ...OBSERVED,
    caught_by: 'may be asked for again',
  },
  {
    name: 'nodes are asked again and again about nothing',
    file: 'server/src/settlement/settlements/observe-network.ts',
    find: 'quiet_at = payees.length === 0 ? began : -Infinity',
    replace: 'quiet_at = -Infinity',
    ...OBSERVED,
    caught_by: 'left alone while nothing is open',
  },
]
