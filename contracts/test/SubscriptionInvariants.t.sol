// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AerieSubscriptions} from "../src/AerieSubscriptions.sol";
import {TestUsdc} from "../src/TestUsdc.sol";
import {Test} from "./support/Test.sol";

/// Buys, changes prices, takes payments out and lets time pass, for three people and two plans.
contract SubscriptionHandler is Test {
    uint256 public constant PEOPLE = 3;
    uint256 public constant PLANS = 2;

    TestUsdc public immutable usdc;
    AerieSubscriptions public immutable subscriptions;
    uint256 public paid;
    uint256 public takenOut;
    uint256 public donated;
    /// Seconds bought that are not over, by the model: time runs off them, and stops at none.
    mapping(address person => mapping(uint256 planId => uint256)) public secondsLeft;
    uint256 public time = T0;

    constructor(TestUsdc usdc_, AerieSubscriptions subscriptions_) {
        usdc = usdc_;
        subscriptions = subscriptions_;
    }

    function subscribe(uint256 who, uint256 planId, uint256 months) external {
        enter();
        planId %= PLANS;
        months = within(months, 1, 24);
        address person = personOf(who % PEOPLE);
        (uint256 price, bool offered) = subscriptions.planOf(planId);
        if (!offered || subscriptions.paused()) return;
        vm.prank(OWNER);
        usdc.mint(person, price * months);
        allow(usdc, person, address(subscriptions), price * months);
        vm.prank(person);
        subscriptions.subscribe(planId, months, price * months);
        eq(usdc.balanceOf(person), 0, "pays the price");
        paid += price * months;
        secondsLeft[person][planId] += months * 30 days;
    }

    function setPlan(uint256 planId, uint256 price, bool offered) external {
        enter();
        vm.prank(OWNER);
        subscriptions.setPlan(planId % PLANS, within(price, 1, 500e6), offered);
    }

    function withdrawProceeds(uint256 amount) external {
        enter();
        uint256 part = within(amount, 0, subscriptions.proceeds());
        vm.prank(OWNER);
        subscriptions.withdrawProceeds(TREASURY, part);
        takenOut += part;
    }

    function donate(uint256 amount) external {
        enter();
        uint256 part = within(amount, 1, 1000e6);
        vm.prank(OWNER);
        usdc.mint(address(subscriptions), part);
        donated += part;
    }

    function recoverSurplus() external {
        enter();
        if (donated == 0) return;
        vm.prank(OWNER);
        eq(subscriptions.recoverSurplus(usdc, address(0xD0)), donated, "the surplus is what was donated");
        donated = 0;
    }

    function pauseOrResume() external {
        vm.startPrank(OWNER);
        if (subscriptions.paused()) subscriptions.resumeDeposits();
        else subscriptions.pauseDeposits();
        vm.stopPrank();
    }

    function pass(uint256 seconds_) external {
        uint256 dt = within(seconds_, 0, 60 days);
        for (uint256 i = 0; i < PEOPLE; i++) {
            for (uint256 plan = 0; plan < PLANS; plan++) {
                uint256 left = secondsLeft[personOf(i)][plan];
                secondsLeft[personOf(i)][plan] = left > dt ? left - dt : 0;
            }
        }
        time += dt;
        enter();
    }

    function enter() public {
        vm.warp(time);
    }
}

contract SubscriptionInvariants is Test {
    TestUsdc private usdc;
    AerieSubscriptions private subscriptions;
    SubscriptionHandler private handler;

    function setUp() public {
        vm.warp(T0);
        usdc = new TestUsdc(OWNER);
        subscriptions = new AerieSubscriptions(usdc, OWNER);
        handler = new SubscriptionHandler(usdc, subscriptions);
        vm.startPrank(OWNER);
        subscriptions.setPlan(0, 20e6, true);
        subscriptions.setPlan(1, 50e6, true);
        vm.stopPrank();
    }

    function targetContracts() external view returns (address[] memory all) {
        all = new address[](1);
        all[0] = address(handler);
    }

    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    function targetSelectors() external view returns (FuzzSelector[] memory all) {
        bytes4[] memory selectors = new bytes4[](7);
        selectors[0] = SubscriptionHandler.subscribe.selector;
        selectors[1] = SubscriptionHandler.setPlan.selector;
        selectors[2] = SubscriptionHandler.withdrawProceeds.selector;
        selectors[3] = SubscriptionHandler.donate.selector;
        selectors[4] = SubscriptionHandler.recoverSurplus.selector;
        selectors[5] = SubscriptionHandler.pauseOrResume.selector;
        selectors[6] = SubscriptionHandler.pass.selector;
        all = new FuzzSelector[](1);
        all[0] = FuzzSelector(address(handler), selectors);
    }

    /// Every dollar paid is here or with the owner; donations stay apart.
    function invariant_payments_are_all_there() public view {
        eq(subscriptions.proceeds() + handler.takenOut(), handler.paid(), "proceeds");
        eq(usdc.balanceOf(address(subscriptions)), subscriptions.proceeds() + handler.donated(), "balance");
        eq(usdc.balanceOf(TREASURY), handler.takenOut(), "taken out");
    }

    /// No pause, price or payout shortens or lengthens what was bought.
    function invariant_everybody_has_the_time_that_was_paid_for() public {
        handler.enter();
        for (uint256 i = 0; i < handler.PEOPLE(); i++) {
            for (uint256 plan = 0; plan < handler.PLANS(); plan++) {
                uint256 until = subscriptions.paidUntil(personOf(i), plan);
                uint256 left = until > handler.time() ? until - handler.time() : 0;
                eq(left, handler.secondsLeft(personOf(i), plan), "seconds left");
                yes(subscriptions.isActive(personOf(i), plan) == (left > 0), "isActive");
            }
        }
    }
}
