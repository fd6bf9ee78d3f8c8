// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AerieStaking} from "../src/AerieStaking.sol";
import {StakingTest} from "./support/StakingTest.sol";

/// An estimate is made in one second and mined in another. In a second in which somebody else has written the pool there is
/// nothing to settle, so the estimate is low: the limit that the page sends must still be enough a second later.
/// forge-config: default.isolate = true
contract GasMarginTests is StakingTest {
    /// `gasLimitOf` of packages/chain/src/gas.ts.
    function limitOf(uint256 estimate) private pure returns (uint256) {
        return estimate + estimate / 4 + 20_000;
    }

    function setUp() public override {
        super.setUp();
        stake(bob, 100e18);
        unstake(bob, 10e18);
    }

    /// The worst: nothing was ever streamed, so every slot of rewards is written for the first time.
    modifier firstSecond() {
        fund(1000e18, 10 * DAY);
        _;
    }

    modifier later() {
        fund(1000e18, 10 * DAY);
        vm.warp(T0 + DAY);
        stake(ann, 1e18);
        _;
    }

    function test_gas_of_a_first_stake_in_the_first_second() public firstSecond {
        isEnough(ann, abi.encodeCall(AerieStaking.stake, (1e18)));
    }

    function test_gas_of_a_stake_in_the_first_second() public firstSecond {
        isEnough(bob, abi.encodeCall(AerieStaking.stake, (1e18)));
    }

    function test_gas_of_unstaking_in_the_first_second() public firstSecond {
        isEnough(bob, abi.encodeCall(AerieStaking.requestUnstake, (1e18)));
    }

    function test_gas_of_a_stake_after_a_writing() public later {
        isEnough(bob, abi.encodeCall(AerieStaking.stake, (1e18)));
    }

    function test_gas_of_unstaking_after_a_writing() public later {
        isEnough(bob, abi.encodeCall(AerieStaking.requestUnstake, (1e18)));
    }

    function test_gas_of_a_claim_after_a_writing() public later {
        isEnough(bob, abi.encodeCall(AerieStaking.claim, ()));
    }

    function test_gas_of_a_withdrawal_after_a_writing() public later {
        isEnough(bob, abi.encodeCall(AerieStaking.withdraw, (0)));
    }

    event GasOf(uint256 estimate, uint256 needed, uint256 limit);

    function isEnough(address person, bytes memory call) private {
        uint256 estimate = gasOf(person, call);
        vm.warp(block.timestamp + 1);
        uint256 needed = gasOf(person, call);
        emit GasOf(estimate, needed, limitOf(estimate));
        le(needed, limitOf(estimate), "gas a second later");
    }

    /// Of one transaction, undone afterwards.
    function gasOf(address person, bytes memory call) private returns (uint256 used) {
        uint256 state = vm.snapshotState();
        vm.prank(person);
        (bool isDone,) = address(staking).call(call);
        yes(isDone, "the call");
        used = vm.lastCallGas().gasTotalUsed;
        vm.revertToState(state);
    }
}
