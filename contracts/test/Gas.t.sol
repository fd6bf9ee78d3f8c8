// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AerieSubscriptions} from "../src/AerieSubscriptions.sol";
import {AerieVesting} from "../src/AerieVesting.sol";
import {TestUsdc} from "../src/TestUsdc.sol";
import {StakingTest} from "./support/StakingTest.sol";

/// What each action costs whom it is offered to, in a pool that is in use. `.gas-snapshot` is the record.
contract GasTests is StakingTest {
    AerieSubscriptions private subscriptions;
    AerieVesting private vesting;
    TestUsdc private usdc;

    function setUp() public override {
        super.setUp();
        usdc = new TestUsdc(OWNER);
        subscriptions = new AerieSubscriptions(usdc, OWNER);
        vesting = new AerieVesting(token, OWNER);
        allow(token, OWNER, address(vesting), type(uint256).max);
        allow(usdc, ann, address(subscriptions), type(uint256).max);
        vm.startPrank(OWNER);
        usdc.mint(ann, 1000e6);
        subscriptions.setPlan(1, 20e6, true);
        vesting.grant(ann, 100e18, T0, 0, 10 * DAY);
        vm.stopPrank();
        stake(bob, 100e18);
        unstake(bob, 10e18);
        unstake(bob, 10e18);
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + DAY);
    }

    function test_gas_stake_first() public {
        vm.prank(ann);
        staking.stake(1e18);
    }

    function test_gas_stake_more() public {
        vm.prank(bob);
        staking.stake(1e18);
    }

    function test_gas_request_unstake() public {
        vm.prank(bob);
        staking.requestUnstake(1e18);
    }

    function test_gas_withdraw() public {
        vm.prank(bob);
        staking.withdraw(0);
    }

    function test_gas_withdraw_two() public {
        vm.prank(bob);
        staking.withdrawMany(ids(0, 1));
    }

    function test_gas_claim() public {
        vm.prank(bob);
        staking.claim();
    }

    function test_gas_fund() public {
        vm.prank(OWNER);
        staking.fund(1000e18, 10 * DAY);
    }

    function test_gas_release() public {
        vm.prank(ann);
        vesting.release();
    }

    function test_gas_subscribe_first() public {
        vm.prank(ann);
        subscriptions.subscribe(1, 1, 20e6);
    }

    function test_gas_earned() public view {
        staking.earned(bob);
    }
}
