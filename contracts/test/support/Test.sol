// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {AerieToken} from "../../src/AerieToken.sol";
import {Vm} from "./Vm.sol";

/// Assertions, and what every test needs: a token, a treasury, people with keys.
abstract contract Test {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant TREASURY = address(0x77EA);
    address internal constant OWNER = address(0x0123);
    uint256 internal constant T0 = 1_800_000_000;

    /// Their addresses, computed once: an elliptic curve at every step would be most of a run.
    address[4] private _people;

    error NotEqual(string what, uint256 got, uint256 wanted);
    error TooLarge(string what, uint256 got, uint256 most);
    error IsFalse(string what);

    constructor() {
        for (uint256 i = 0; i < _people.length; i++) {
            _people[i] = vm.addr(keyOf(i));
        }
    }

    function eq(uint256 got, uint256 wanted, string memory what) internal pure {
        if (got != wanted) revert NotEqual(what, got, wanted);
    }

    function le(uint256 got, uint256 most, string memory what) internal pure {
        if (got > most) revert TooLarge(what, got, most);
    }

    function near(uint256 a, uint256 b, uint256 tolerance, string memory what) internal pure {
        le(a > b ? a - b : b - a, tolerance, what);
    }

    function yes(bool condition, string memory what) internal pure {
        if (!condition) revert IsFalse(what);
    }

    /// A value within [low, high] drawn from any.
    function within(uint256 value, uint256 low, uint256 high) internal pure returns (uint256) {
        return low + value % (high - low + 1);
    }

    function keyOf(uint256 person) internal pure returns (uint256) {
        return 0xA11CE + person;
    }

    function personOf(uint256 person) internal view returns (address) {
        return _people[person];
    }

    function newToken() internal returns (AerieToken) {
        return new AerieToken(TREASURY);
    }

    function give(IERC20 token, address to, uint256 amount) internal {
        vm.prank(TREASURY);
        token.transfer(to, amount);
    }

    function allow(IERC20 token, address from, address spender, uint256 amount) internal {
        vm.prank(from);
        token.approve(spender, amount);
    }

    function signPermit(ERC20Permit token, uint256 key, address spender, uint256 amount, uint256 deadline)
        internal
        view
        returns (uint8 v, bytes32 r, bytes32 s)
    {
        address owner = vm.addr(key);
        bytes32 typeHash =
            keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 message = keccak256(abi.encode(typeHash, owner, spender, amount, token.nonces(owner), deadline));
        return vm.sign(key, keccak256(abi.encodePacked("\x19\x01", token.DOMAIN_SEPARATOR(), message)));
    }
}
