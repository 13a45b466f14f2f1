/** What people call a network. */
const NAMES: Readonly<Record<string, string>> = {
  stellar_public: 'Stellar',
  stellar_testnet: 'Stellar testnet',
  base_mainnet: 'Base',
  base_sepolia: 'Base Sepolia',
}

export const networkName = (network: string): string => NAMES[network] ?? network
