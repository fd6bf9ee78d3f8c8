// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @title The product token
/// @notice ERC-20 with permit (EIP-2612), 18 decimals. The whole supply is made once, in the constructor: nobody can make
/// or destroy a token afterwards, and there is no owner, fee, pause or list of blocked accounts.
contract AerieToken is ERC20, ERC20Permit {
    /// @notice Everything there will ever be: 100,000,000 tokens, in units of 10^-18 token.
    uint256 public constant SUPPLY = 100_000_000e18;

    /// @param treasury receives the whole supply; not the zero address
    constructor(address treasury) ERC20("Aerie", "AERIE") ERC20Permit("Aerie") {
        _mint(treasury, SUPPLY);
    }

    /// @notice Version in the domain that permits are signed for; by this name USDC has one too.
    function version() external view returns (string memory) {
        return _EIP712Version();
    }
}
