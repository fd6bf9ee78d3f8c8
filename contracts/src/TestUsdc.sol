// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title A stand-in for USDC on the local chain, worth nothing
/// @notice ERC-20 with permit, 6 decimals. Never deployed on a public chain: Base has the real one.
contract TestUsdc is ERC20, ERC20Permit, Ownable {
    /// @param faucet the only account that may make tokens
    constructor(address faucet) ERC20("Test USD Coin", "USDC") ERC20Permit("Test USD Coin") Ownable(faucet) {}

    /// @notice Makes tokens out of nothing; for the faucet of the local chain.
    /// @param to receives them
    /// @param amount units of 10^-6 dollar
    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    /// @notice Version in the domain that permits are signed for. The real one says "2": read it, do not assume it.
    function version() external view returns (string memory) {
        return _EIP712Version();
    }

    /// @notice Always 6, as the real one.
    function decimals() public pure override returns (uint8) {
        return 6;
    }
}
