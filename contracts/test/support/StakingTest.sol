// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AerieStaking} from "../../src/AerieStaking.sol";
import {AerieToken} from "../../src/AerieToken.sol";
import {Test} from "./Test.sol";

/// A pool with a day of unbonding, and two people with 100,000 tokens each who allow it everything.
abstract contract StakingTest is Test {
    uint256 internal constant DAY = 1 days;

    AerieToken internal token;
    AerieStaking internal staking;
    address internal ann;
    address internal bob;

    function setUp() public virtual {
        vm.warp(T0);
        token = newToken();
        staking = new AerieStaking(token, OWNER, DAY);
        ann = personOf(0);
        bob = personOf(1);
        give(token, ann, 100_000e18);
        give(token, bob, 100_000e18);
        give(token, OWNER, 10_000_000e18);
        allow(token, ann, address(staking), type(uint256).max);
        allow(token, bob, address(staking), type(uint256).max);
        allow(token, OWNER, address(staking), type(uint256).max);
    }

    function stake(address person, uint256 amount) internal {
        vm.prank(person);
        staking.stake(amount);
    }

    function unstake(address person, uint256 amount) internal {
        vm.prank(person);
        staking.requestUnstake(amount);
    }

    function fund(uint256 amount, uint256 duration) internal {
        vm.prank(OWNER);
        staking.fund(amount, duration);
    }

    function ids(uint256 first, uint256 second) internal pure returns (uint256[] memory list) {
        list = new uint256[](2);
        list[0] = first;
        list[1] = second;
    }
}
