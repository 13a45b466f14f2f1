/**
 * Every network and rail of the specification (2.1), the networks beside them, and what each ledger counts in: asset, decimals, largest amount,
 * address rule, memo rule; and, where payments are built, read and looked for here, what its kind of ledger has. Facts of
 * the ledgers only; which networks a deployment serves is a server setting.
 */
import { BASE_SEPOLIA_USDC, evm } from './evm.ts'
import type { Network, Rail } from './network-names.ts'
import type { Method, PaymentFacts, Reference } from './payment-facts.ts'
import { stellar } from './stellar.ts'

export type AddressRule =
  | 'algorand'
  | 'aptos'
  | 'bitcoin'
  | 'bitcoin_cash'
  | 'cardano'
  | 'cosmos'
  | 'dogecoin'
  | 'evm'
  | 'filecoin'
  | 'hedera'
  | 'internet_computer'
  | 'litecoin'
  | 'polkadot'
  | 'solana'
  | 'starknet'
  | 'stellar'
  | 'sui'
  | 'tezos'
  | 'ton'
  | 'xrpl'

/** `text` counts UTF-8 bytes, `uint` is a plain decimal; `stellar` is text, or `id:` or `hash:` followed by a value. */
export type MemoRule =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly called: string; readonly bytes_max: number }
  | { readonly kind: 'uint'; readonly called: string; readonly max: bigint }
  | { readonly kind: 'stellar'; readonly called: string; readonly bytes_max: number; readonly max: bigint }

/** A kind of ledger whose payments are built, read and looked for here. */
interface AnyLedger {
  /** Names the modules that do it. */
  readonly kind: string
  /** How a payment carries the digest of its facts, where the payee has no memo of its own. */
  readonly reference: Reference
  /** How it is paid, where the facts say so. */
  readonly method?: Method
  /** In `/.well-known/`: where a domain may list its accounts, besides where every network's are listed. */
  readonly accounts_file?: ReturnType<typeof stellar>['accounts_file']
  /** Opens any wallet of this ledger with the payment in it; undefined where a link has no words for the payment. */
  readonly link: (payment: PaymentFacts['payment'], facts_digest: string) => string | undefined
}
export type Ledger = AnyLedger & (ReturnType<typeof stellar> | ReturnType<typeof evm>)

export interface NetworkEntry {
  /** The rail of the network's own asset. */
  readonly rail: Rail
  /** The asset that rail moves: the native one, except on Base, whose only rail of its own moves USDC. */
  readonly asset: string
  readonly decimals: number
  /** The largest amount the ledger can hold, in base units: its hard cap where it has one, else its field's width. */
  readonly max_units: bigint
  readonly chain_id: number | null
  readonly address: AddressRule
  readonly memo: MemoRule
  readonly testnet: boolean
  /** Absent where only the wallet's word is known of a payment. */
  readonly ledger?: Ledger
}

const INT64 = 2n ** 63n - 1n
const UINT64 = 2n ** 64n - 1n
const UINT256 = 2n ** 256n - 1n

const NO_MEMO = { kind: 'none' } as const
const text = (called: string, bytes_max: number) => ({ kind: 'text', called, bytes_max }) as const
const uint = (called: string, max: bigint) => ({ kind: 'uint', called, max }) as const
const STELLAR_MEMO = { kind: 'stellar', called: 'memo', bytes_max: 28, max: UINT64 } as const

const mainnet = <R extends Rail, A extends string, C extends AddressRule, M extends MemoRule>(
  rail: R,
  asset: A,
  decimals: number,
  max_units: bigint,
  address: C,
  memo: M,
) => ({ rail, asset, decimals, max_units, chain_id: null, address, memo, testnet: false }) as const

const evmChain = <R extends Rail, A extends string>(rail: R, asset: A, chain_id: number, decimals = 18) =>
  ({ rail, asset, decimals, max_units: UINT256, chain_id, address: 'evm', memo: NO_MEMO, testnet: false }) as const

const STELLAR = mainnet('stellar_xlm', 'XLM', 7, INT64, 'stellar', STELLAR_MEMO)

export const NETWORKS = {
  stellar_public: { ...STELLAR, ledger: stellar('Public Global Stellar Network ; September 2015') },
  solana_mainnet: mainnet('solana_sol', 'SOL', 9, UINT64, 'solana', text('memo', 566)),
  ethereum_mainnet: evmChain('ethereum_eth', 'ETH', 1),
  base_mainnet: evmChain('base_usdc', 'USDC', 8453, 6),
  bitcoin_mainnet: mainnet('bitcoin_btc', 'BTC', 8, 21_000_000n * 10n ** 8n, 'bitcoin', NO_MEMO),
  bsc_mainnet: evmChain('bsc_bnb', 'BNB', 56),
  xrpl_mainnet: mainnet('xrpl_xrp', 'XRP', 6, 10n ** 17n, 'xrpl', uint('destination tag', 2n ** 32n - 1n)),
  arbitrum_one: evmChain('arbitrum_eth', 'ETH', 42161),
  polygon_pos: evmChain('polygon_pol', 'POL', 137),
  avalanche_c_chain: evmChain('avalanche_avax', 'AVAX', 43114),
  optimism_mainnet: evmChain('optimism_eth', 'ETH', 10),
  sui_mainnet: mainnet('sui_sui', 'SUI', 9, UINT64, 'sui', NO_MEMO),
  aptos_mainnet: mainnet('aptos_apt', 'APT', 8, UINT64, 'aptos', NO_MEMO),
  // 123 bytes: what is left of one cell after the comment's op code, so no wallet has to chain cells.
  ton_mainnet: mainnet('ton_ton', 'TON', 9, 2n ** 120n - 1n, 'ton', text('comment', 123)),
  cardano_mainnet: mainnet('cardano_ada', 'ADA', 6, 45n * 10n ** 15n, 'cardano', NO_MEMO),
  cosmos_hub: mainnet('cosmos_atom', 'ATOM', 6, UINT256, 'cosmos', text('memo', 256)),
  polkadot_mainnet: mainnet('polkadot_dot', 'DOT', 10, 2n ** 128n - 1n, 'polkadot', NO_MEMO),
  hedera_mainnet: mainnet('hedera_hbar', 'HBAR', 8, 5n * 10n ** 18n, 'hedera', text('memo', 100)),
  cronos_mainnet: evmChain('cronos_cro', 'CRO', 25),
  mantle_mainnet: evmChain('mantle_mnt', 'MNT', 5000),
  starknet_mainnet: mainnet('starknet_strk', 'STRK', 18, UINT256, 'starknet', NO_MEMO),
  zksync_era: evmChain('zksync_eth', 'ETH', 324),
  linea_mainnet: evmChain('linea_eth', 'ETH', 59144),
  algorand_mainnet: mainnet('algorand_algo', 'ALGO', 6, 10n ** 16n, 'algorand', text('note', 1024)),
  tezos_mainnet: mainnet('tezos_xtz', 'XTZ', 6, INT64, 'tezos', NO_MEMO),
  internet_computer: mainnet('internet_computer_icp', 'ICP', 8, UINT64, 'internet_computer', uint('memo', UINT64)),
  filecoin_mainnet: mainnet('filecoin_fil', 'FIL', 18, 2n * 10n ** 27n, 'filecoin', NO_MEMO),
  litecoin_mainnet: mainnet('litecoin_ltc', 'LTC', 8, 84_000_000n * 10n ** 8n, 'litecoin', NO_MEMO),
  bitcoin_cash_mainnet: mainnet('bitcoin_cash_bch', 'BCH', 8, 21_000_000n * 10n ** 8n, 'bitcoin_cash', NO_MEMO),
  // Dogecoin has no cap on supply; one output holds at most 10^10 coins (its MAX_MONEY).
  dogecoin_mainnet: mainnet('dogecoin_doge', 'DOGE', 8, 10n ** 18n, 'dogecoin', NO_MEMO),
  stellar_testnet: { ...STELLAR, testnet: true, ledger: stellar('Test SDF Network ; September 2015') },
  base_sepolia: {
    ...evmChain('base_usdc', 'USDC', 84532, 6),
    testnet: true,
    ledger: evm({ chain_id: 84532, token: BASE_SEPOLIA_USDC }),
  },
} as const satisfies Record<Network, NetworkEntry>

/** The same table, for readers that look a network up by a variable. */
export const networkOf = (network: Network): NetworkEntry => NETWORKS[network]

/** True for a name of this table; anything else a caller sends is not a network. */
export const isNetwork = (name: string): name is Network => Object.hasOwn(NETWORKS, name)

/** For names that may come from a service which knows more networks. */
export const ledgerOf = (name: string): Ledger | undefined => (isNetwork(name) ? networkOf(name).ledger : undefined)

export const isTestnet = (name: string): boolean => isNetwork(name) && networkOf(name).testnet
