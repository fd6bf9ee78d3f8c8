// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// Keeps 1 % of every transfer.
contract FeeToken is ERC20("Fee", "FEE") {
    constructor(address to) {
        _mint(to, 1_000_000e18);
    }

    function _update(address from, address to, uint256 amount) internal override {
        uint256 fee = from == address(0) ? 0 : amount / 100;
        super._update(from, to, amount - fee);
        if (fee > 0) super._update(from, address(0xFEE), fee);
    }
}

/// Calls somebody in the middle of every transfer, as ERC-777 would.
contract HookToken is ERC20("Hook", "HOOK") {
    address private _hook;
    bytes private _call;

    constructor(address to) {
        _mint(to, 1_000_000e18);
    }

    function setHook(address hook, bytes calldata call_) external {
        _hook = hook;
        _call = call_;
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (_hook == address(0)) return;
        address hook = _hook;
        _hook = address(0);
        (bool ok, bytes memory answer) = hook.call(_call);
        if (!ok) {
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
    }
}

/// Refuses every transfer once it is frozen.
contract FreezableToken is ERC20("Frozen", "ICE") {
    bool public frozen;

    constructor(address to) {
        _mint(to, 1_000_000e18);
    }

    function freeze(bool isFrozen) external {
        frozen = isFrozen;
    }

    function _update(address from, address to, uint256 amount) internal override {
        require(!frozen, "frozen");
        super._update(from, to, amount);
    }
}
