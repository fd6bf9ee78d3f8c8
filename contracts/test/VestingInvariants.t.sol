// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AerieToken} from "../src/AerieToken.sol";
import {AerieVesting} from "../src/AerieVesting.sol";
import {Test} from "./support/Test.sol";

/// Grants, releases, donates and lets time pass, for three people.
contract VestingHandler is Test {
    uint256 public constant PEOPLE = 3;

    AerieToken public immutable token;
    AerieVesting public immutable vesting;
    uint256 public donated;
    mapping(address person => uint256) public granted;
    mapping(address person => uint256) public paid;
    uint256 private _now = T0;

    constructor(AerieToken token_, AerieVesting vesting_) {
        token = token_;
        vesting = vesting_;
    }

    function grant(uint256 who, uint256 amount, uint256 start, uint256 length) external {
        enter();
        address person = personOf(who % PEOPLE);
        if (vesting.paused() || vesting.grantsOf(person).length == vesting.MAX_GRANTS()) return;
        amount = amount % 3 == 0 ? within(amount, 1, 100) : within(amount, 1, 100_000e18);
        uint256 duration = within(length, 1, 100 days);
        give(token, OWNER, amount);
        allow(token, OWNER, address(vesting), amount);
        vm.prank(OWNER);
        vesting.grant(person, amount, within(start, _now - 50 days, _now + 50 days), amount % (duration + 1), duration);
        granted[person] += amount;
    }

    function release(uint256 who) external {
        enter();
        address person = personOf(who % PEOPLE);
        uint256 due = vesting.releasableOf(person);
        if (due == 0) return;
        vm.prank(person);
        eq(vesting.release(), due, "pays what it says");
        paid[person] += due;
        eq(vesting.releasableOf(person), 0, "pays all of it");
    }

    function donate(uint256 amount) external {
        enter();
        amount = within(amount, 1, 1000e18);
        uint256 before = vesting.totalVested();
        give(token, address(vesting), amount);
        donated += amount;
        eq(vesting.totalVested(), before, "a donation vests nothing");
    }

    function recoverSurplus() external {
        enter();
        if (donated == 0) return;
        vm.prank(OWNER);
        eq(vesting.recoverSurplus(token, TREASURY), donated, "the surplus is what was donated");
        donated = 0;
    }

    function pauseOrResume() external {
        vm.startPrank(OWNER);
        if (vesting.paused()) vesting.resumeDeposits();
        else vesting.pauseDeposits();
        vm.stopPrank();
    }

    /// What can be released never falls by time alone.
    function pass(uint256 time) external {
        enter();
        uint256 before = vesting.releasableOf(personOf(time % PEOPLE));
        _now += within(time, 0, 30 days);
        enter();
        le(before, vesting.releasableOf(personOf(time % PEOPLE)), "time takes nothing back");
    }

    function endAll() external {
        _now += 200 days;
        for (uint256 i = 0; i < PEOPLE; i++) {
            this.release(i);
        }
    }

    function enter() public {
        vm.warp(_now);
    }
}

contract VestingInvariants is Test {
    AerieToken private token;
    AerieVesting private vesting;
    VestingHandler private handler;

    function setUp() public {
        vm.warp(T0);
        token = newToken();
        vesting = new AerieVesting(token, OWNER);
        handler = new VestingHandler(token, vesting);
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
        bytes4[] memory selectors = new bytes4[](6);
        selectors[0] = VestingHandler.grant.selector;
        selectors[1] = VestingHandler.release.selector;
        selectors[2] = VestingHandler.donate.selector;
        selectors[3] = VestingHandler.recoverSurplus.selector;
        selectors[4] = VestingHandler.pauseOrResume.selector;
        selectors[5] = VestingHandler.pass.selector;
        all = new FuzzSelector[](1);
        all[0] = FuzzSelector(address(handler), selectors);
    }

    function invariant_what_is_owed_is_held() public {
        handler.enter();
        uint256 owed;
        for (uint256 i = 0; i < handler.PEOPLE(); i++) {
            address person = personOf(i);
            uint256 vested = vesting.vestedOf(person);
            eq(vested + handler.paid(person), handler.granted(person), "granted is paid or vested");
            le(vesting.releasableOf(person), vested, "releasable");
            eq(_unreleased(person), vested, "the grants add up");
            owed += vested;
        }
        eq(vesting.totalVested(), owed, "totalVested");
        eq(token.balanceOf(address(vesting)), owed + handler.donated(), "balance");
    }

    /// In the end everybody has the whole grant: no dust at all, deposits paused or not.
    function afterInvariant() public {
        handler.endAll();
        for (uint256 i = 0; i < handler.PEOPLE(); i++) {
            eq(token.balanceOf(personOf(i)), handler.granted(personOf(i)), "all is paid");
        }
        eq(token.balanceOf(address(vesting)), handler.donated(), "nothing stays");
    }

    function _unreleased(address person) private view returns (uint256 sum) {
        AerieVesting.Grant[] memory all = vesting.grantsOf(person);
        for (uint256 i = 0; i < all.length; i++) {
            le(all[i].released, all[i].amount, "released");
            sum += all[i].amount - all[i].released;
        }
    }
}
