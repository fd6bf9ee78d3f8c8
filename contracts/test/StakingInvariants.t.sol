// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AerieStaking} from "../src/AerieStaking.sol";
import {AerieToken} from "../src/AerieToken.sol";
import {AerieUtils} from "../src/AerieUtils.sol";
import {AerieVesting} from "../src/AerieVesting.sol";
import {StakingHandler} from "./StakingHandler.sol";
import {Test} from "./support/Test.sol";

/// What must hold after every step of any history. The handler adds, at each step: only a claim lowers rewards; in and out
/// within one second earns nothing; a donation moves nothing; a claim takes all; the surplus is what was donated; no funding
/// lowers what was promised or moves the end earlier; a ticket pays its amount.
contract StakingInvariants is Test {
    AerieToken private token;
    AerieStaking private staking;
    AerieUtils private utils;
    StakingHandler private handler;

    function setUp() public {
        vm.warp(T0);
        token = newToken();
        staking = new AerieStaking(token, OWNER, 7 days);
        utils = new AerieUtils(staking, new AerieVesting(token, OWNER));
        handler = new StakingHandler(token, staking);
        for (uint256 i = 0; i < handler.PEOPLE(); i++) {
            give(token, personOf(i), 100_000e18 * (i + 1));
        }
    }

    function targetContracts() external view returns (address[] memory all) {
        all = new address[](1);
        all[0] = address(handler);
    }

    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    /// The actions; time passes as often as three of the others.
    function targetSelectors() external view returns (FuzzSelector[] memory all) {
        bytes4[14] memory list = [
            StakingHandler.stake.selector,
            StakingHandler.stake.selector,
            StakingHandler.stakeWithPermit.selector,
            StakingHandler.requestUnstake.selector,
            StakingHandler.stakeAndLeave.selector,
            StakingHandler.withdraw.selector,
            StakingHandler.withdrawMany.selector,
            StakingHandler.claim.selector,
            StakingHandler.fund.selector,
            StakingHandler.donate.selector,
            StakingHandler.recoverSurplus.selector,
            StakingHandler.pauseOrResume.selector,
            StakingHandler.pass.selector,
            StakingHandler.pass.selector
        ];
        bytes4[] memory selectors = new bytes4[](list.length);
        for (uint256 i = 0; i < list.length; i++) {
            selectors[i] = list[i];
        }
        all = new FuzzSelector[](1);
        all[0] = FuzzSelector(address(handler), selectors);
    }

    /// 1. Every token held is in exactly one account, or was given without a deposit.
    function invariant_the_balance_is_the_sum_of_the_accounts() public view {
        uint256 accounts = staking.totalStaked() + staking.totalCooling() + staking.rewardReserve();
        eq(token.balanceOf(address(staking)), accounts + handler.donated(), "balance");
    }

    /// 2. Totals are sums over people.
    function invariant_totals_are_sums() public view {
        uint256 staked;
        uint256 cooling;
        for (uint256 i = 0; i < handler.PEOPLE(); i++) {
            address person = personOf(i);
            staked += staking.stakedOf(person);
            cooling += staking.coolingOf(person);
            eq(_openTickets(person), staking.coolingOf(person), "open tickets");
            eq(
                handler.put(person),
                staking.stakedOf(person) + staking.coolingOf(person) + handler.taken(person),
                "nobody takes out more than was put in, nor is kept from it"
            );
        }
        eq(staking.totalStaked(), staked, "totalStaked");
        eq(staking.totalCooling(), cooling, "totalCooling");
    }

    /// 3 and 9. Rewards promised and paid never exceed those funded, and none are stuck: what is missing is dust.
    function invariant_rewards_are_neither_invented_nor_lost() public {
        handler.enter();
        (,,,, uint256 left) = staking.epoch();
        uint256 owed;
        for (uint256 i = 0; i < handler.PEOPLE(); i++) {
            owed += staking.earned(personOf(i));
        }
        eq(staking.rewardReserve() + handler.claimed(), handler.funded(), "reserve");
        le(owed + left, staking.rewardReserve(), "promised");
        le(staking.rewardReserve() - left - owed, _dust(), "dust");
    }

    /// 5. The model agrees, for each person.
    function invariant_each_reward_is_that_of_the_model() public {
        handler.enter();
        for (uint256 i = 0; i < handler.PEOPLE(); i++) {
            near(staking.earned(personOf(i)), handler.modelOf(personOf(i)), _dust(), "model");
        }
    }

    /// 10. The tier's total is its parts.
    function invariant_the_tier_adds_up() public view {
        for (uint256 i = 0; i < handler.PEOPLE(); i++) {
            address person = personOf(i);
            (, uint256 unstaked, uint256 staked, uint256 vested, uint256 total) = utils.getTier(person);
            eq(unstaked, token.balanceOf(person), "unstaked");
            eq(staked, staking.stakedOf(person), "staked");
            eq(total, unstaked + staked + vested, "total");
        }
    }

    /// 6 and 9. In the end everybody leaves with everything, deposits paused or not, and only dust stays.
    function afterInvariant() public {
        handler.endAll();
        for (uint256 i = 0; i < handler.PEOPLE(); i++) {
            address person = personOf(i);
            eq(handler.taken(person), handler.put(person), "everybody takes out what was put in");
            eq(staking.earned(person), 0, "all is claimed");
        }
        eq(staking.totalStaked() + staking.totalCooling(), 0, "nothing is staked");
        le(staking.rewardReserve(), _dust(), "only dust stays");
        eq(token.balanceOf(address(staking)), staking.rewardReserve() + handler.donated(), "what stays is counted");
    }

    /// docs/math/staking.md: one unit for each writing of an account, and one for the pool's shares.
    function _dust() private view returns (uint256) {
        return 2 * handler.steps() + handler.PEOPLE() + 1;
    }

    function _openTickets(address person) private view returns (uint256 sum) {
        (AerieStaking.OpenTicket[] memory all,) = staking.openTicketsOf(person, 0, type(uint256).max);
        for (uint256 i = 0; i < all.length; i++) {
            sum += all[i].amount;
        }
    }
}
