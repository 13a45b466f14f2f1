// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import "@openzeppelin/contracts/utils/cryptography/EIP712.sol";

/**
 * USDC as payers and observers meet it: an ERC-20 of 6 decimals with the authorizations of EIP-3009, their texts, events and
 * refusals. Anybody may mint here. Its code is put at USDC's own address, so nothing may depend on what a constructor stored.
 */
contract Usdc is ERC20, EIP712 {
  bytes32 private constant TRANSFER =
    keccak256("TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)");
  bytes32 private constant RECEIVE =
    keccak256("ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)");
  bytes32 private constant CANCEL = keccak256("CancelAuthorization(address authorizer,bytes32 nonce)");

  event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce);
  event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce);

  /// True once used or canceled.
  mapping(address => mapping(bytes32 => bool)) public authorizationState;

  constructor() ERC20("USDC", "USDC") EIP712("USDC", "2") {}

  function name() public pure override returns (string memory) {
    return "USDC";
  }

  function symbol() public pure override returns (string memory) {
    return "USDC";
  }

  function decimals() public pure override returns (uint8) {
    return 6;
  }

  function version() external pure returns (string memory) {
    return "2";
  }

  function mint(address to, uint256 value) external {
    _mint(to, value);
  }

  function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes memory signature) public {
    _authorized(TRANSFER, from, to, value, validAfter, validBefore, nonce, signature);
    _transfer(from, to, value);
  }

  function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s) external {
    transferWithAuthorization(from, to, value, validAfter, validBefore, nonce, abi.encodePacked(r, s, v));
  }

  function receiveWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes memory signature) external {
    require(to == msg.sender, "FiatTokenV2: caller must be the payee");
    _authorized(RECEIVE, from, to, value, validAfter, validBefore, nonce, signature);
    _transfer(from, to, value);
  }

  function cancelAuthorization(address authorizer, bytes32 nonce, bytes memory signature) external {
    _spend(authorizer, nonce, keccak256(abi.encode(CANCEL, authorizer, nonce)), signature);
    emit AuthorizationCanceled(authorizer, nonce);
  }

  function _authorized(bytes32 kind, address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes memory signature) private {
    require(block.timestamp > validAfter, "FiatTokenV2: authorization is not yet valid");
    require(block.timestamp < validBefore, "FiatTokenV2: authorization is expired");
    _spend(from, nonce, keccak256(abi.encode(kind, from, to, value, validAfter, validBefore, nonce)), signature);
    emit AuthorizationUsed(from, nonce);
  }

  function _spend(address authorizer, bytes32 nonce, bytes32 text, bytes memory signature) private {
    require(!authorizationState[authorizer][nonce], "FiatTokenV2: authorization is used or canceled");
    require(ECDSA.recover(_hashTypedDataV4(text), signature) == authorizer, "FiatTokenV2: invalid signature");
    authorizationState[authorizer][nonce] = true;
  }
}
