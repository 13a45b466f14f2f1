/** What viem 2.55.0 says: digests and signatures of authorizations, by keys that everybody knows. */
import type { Authorization, TokenDomain } from './authorization.ts'

export interface SignedVector {
  readonly private_key: string
  readonly domain: TokenDomain
  readonly authorization: Authorization
  readonly digest: string
  readonly signature: string
}

export const SIGNED: readonly SignedVector[] = [
  {
    private_key: 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    domain: { name: 'USDC', version: '2', chain_id: 84532, contract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' },
    authorization: {
      from: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      value: '10000',
      validAfter: '0',
      validBefore: '1795147200',
      nonce: '0xabababababababababababababababababababababababababababababababab',
    },
    digest: 'a2698f155e3bb4fb495ca820b5fcc699e5619ffaa1f425e428788d958f68e538',
    signature:
      '0x684ce57f931e88fd5266c350a0067b354762d59b077a68d7ac9bc5c8df4874a2624de900fb4f3d63824331af797d40251fe8e39dd664cd1b908a73af37eb08611c',
  },
  {
    private_key: '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
    domain: { name: 'USDC', version: '2', chain_id: 84532, contract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' },
    authorization: {
      from: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      value: '1',
      validAfter: '0',
      validBefore: '1795147201',
      nonce: '0x0000000000000000000000000000000000000000000000000000000000000001',
    },
    digest: '2c312c81794d702bb22c9733ce66fa9b3a362a7b13942222b3a16d9acc56b4ba',
    signature:
      '0x26fa2f6d73a88dcb4c98880771ba476dece36ed1d8662f2e6d6a5f7f192dca3108425c9ae0f8077db145c71b9b2162190a2fc55ec7aa22053db071a78f5fecf41c',
  },
  {
    private_key: '0000000000000000000000000000000000000000000000000000000000000001',
    domain: { name: 'USD Coin', version: '2', chain_id: 8453, contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    authorization: {
      from: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
      to: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      value: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      validAfter: '5',
      validBefore: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
      nonce: '0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff',
    },
    digest: '2b9eab3bc6f33ee27d44398e7cb6efb1fc4113766f9752f4437e4359292137de',
    signature:
      '0x3a6d5362acfa5ec97039bcadd3c5001d70425cfe23ff648ef0871f20de94c2ea35b9f79db5087f5293518209177f7fa81d2f1cf75d6ce9a14350dfd02175d4a31c',
  },
  {
    private_key: '1111111111111111111111111111111111111111111111111111111111111117',
    domain: { name: 'USDC', version: '2', chain_id: 84532, contract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' },
    authorization: {
      from: '0xfc76F1925C771325Cf210976B23d9c58E6cc6518',
      to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      value: '5',
      validAfter: '0',
      validBefore: '1795147200',
      nonce: '0x0000000000000000000000000000000000000000000000000000000000000000',
    },
    digest: '326dbe17d123773260c71b69c4c45bfaed625608d44216fe4c02729fd0fb0314',
    signature:
      '0x12313f10e19c9bcf80de87be55a8d2ec151bf1a9016da4f4631c502a627e4b7b23f4ed5f185e5745951d7ef629da6c4628d58f7193e809751fa12f4656cdbed81c',
  },
  {
    private_key: '1111111111111111111111111111111111111111111111111111111111111118',
    domain: { name: 'USDC', version: '2', chain_id: 84532, contract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' },
    authorization: {
      from: '0x8f28Fce4fE1281e2438Ee1b65f229f57E67AaC17',
      to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      value: '1005',
      validAfter: '0',
      validBefore: '1795147201',
      nonce: '0x1111111111111111111111111111111111111111111111111111111111111111',
    },
    digest: '5b3e4b15d896027179f91eb74af5011536eded275bda7efc5483b57a1705159a',
    signature:
      '0xb024a9f2fbaaa0881982ea46513aa74222853a5f3f780c8736ed2f8101b2e5ce1a304234a6baf37803ee9229d16774f64c32f6b7f8b6a671aef03d37c2df1c0e1c',
  },
  {
    private_key: '1111111111111111111111111111111111111111111111111111111111111119',
    domain: { name: 'USDC', version: '2', chain_id: 84532, contract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' },
    authorization: {
      from: '0x6a765E47729B8FC120b7e1Fc975836583e939dF9',
      to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      value: '2005',
      validAfter: '0',
      validBefore: '1795147202',
      nonce: '0x2222222222222222222222222222222222222222222222222222222222222222',
    },
    digest: 'd404332d947531561ff00d20a36d241f9b156541e15f45575b3e373b8ab63abf',
    signature:
      '0xb178dc183a22675b97432cde0450eaa27e2a28eb502662c2a51cca07b858c13d2299dff9c6b60f791cce8a6e9380d25d8c9d63191968b3495a2aad2a82258e0a1b',
  },
]

/** What the contracts of USDC answer to `DOMAIN_SEPARATOR()`. */
export const SEPARATORS: readonly (readonly [TokenDomain, string])[] = [
  [
    { name: 'USD Coin', version: '2', chain_id: 1, contract: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48' },
    '06c37168a7db5138defc7866392bb87a741f9b3d104deb5094588ce041cae335',
  ],
  [
    { name: 'USD Coin', version: '2', chain_id: 8453, contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' },
    '02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f',
  ],
  [
    { name: 'USDC', version: '2', chain_id: 84532, contract: '0x036CbD53842c5426634e7929541eC2318f3dCF7e' },
    '71f17a3b2ff373b803d70a5a07c046c1a2bc8e89c09ef722fcb047abe94c9818',
  ],
]

/** From EIP-55. */
export const SPELLINGS = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]
