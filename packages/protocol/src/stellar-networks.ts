/** The passphrases that tell Stellar's networks apart: every hash and every signature there is made with one. */
const PASSPHRASES = new Map<string, string>([
  ['stellar_public', 'Public Global Stellar Network ; September 2015'],
  ['stellar_testnet', 'Test SDF Network ; September 2015'],
])

/** Undefined for a network that is not a Stellar one. */
export const stellarPassphrase = (network: string): string | undefined => PASSPHRASES.get(network)

export const STELLAR_NETWORKS: readonly string[] = [...PASSPHRASES.keys()]
