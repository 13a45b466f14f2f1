/** Stellar: the wallet builds, signs and sends the transaction itself. */
import { NETWORKS } from '@pursestrings/protocol/networks'
import { webLock } from '@pursestrings/signing/journal'
import { createLedgerClient, type LedgerClient } from '@pursestrings/signing/ledger-client'
import { createPayer } from '@pursestrings/signing/payer'
import { ownSigner, type WalletSigner } from '@pursestrings/signing/signer'
import { api } from '../../client.ts'
import { currentSession } from '../../keys/session.ts'
import type { SigningKeys } from '../../keys/vault.ts'
import { journal } from '../../paying/journal.ts'
import { settings } from '../../settings.ts'
import { type LedgerSide, NoLedgerError } from '../sides.ts'

/** The only network of Stellar's that this wallet pays on. */
export const NETWORK = 'stellar_testnet'

let ledger: LedgerClient | undefined
export const ledgerClient = async (): Promise<LedgerClient> => {
  const { ledger_url } = await settings()
  if (ledger_url === null) throw new NoLedgerError('this installation names no ledger')
  ledger ??= createLedgerClient({ rpc_url: ledger_url, passphrase: NETWORKS[NETWORK].ledger.passphrase })
  return ledger
}

/** The account's key stays in WebCrypto. It signs the payment and the proof who paid, and is dropped with this call. */
const signerOf = ({ address, account_key }: SigningKeys): WalletSigner =>
  ownSigner({
    address,
    sign: async (bytes) => new Uint8Array(await crypto.subtle.sign('Ed25519', account_key, Uint8Array.from(bytes))),
  })

export const stellarSide: LedgerSide = {
  async payer(_network, { wallet = api(), keys, signer = keys && signerOf(keys), ...wanted } = {}) {
    const [{ service_url }, at] = await Promise.all([settings(), ledgerClient()])
    return createPayer({ wallet, service: service_url, ledger: at, journal, lock: webLock(), signer, ...wanted })
  },
  account() {
    const { vault } = currentSession()
    if (!vault) throw new Error('there is no wallet')
    return vault.address
  },
  networks: async () => ((await settings()).ledger_url === null ? [] : [NETWORK]),
}
