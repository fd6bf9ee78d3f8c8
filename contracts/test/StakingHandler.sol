// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {AerieStaking} from "../src/AerieStaking.sol";
import {AerieToken} from "../src/AerieToken.sol";
import {Test} from "./support/Test.sol";

/// Plays stakers, funders and the owner. After every step it holds the contract against a model that knows no accumulator:
/// each second's stream is shared out by stake, at once, with 18 more digits.
contract StakingHandler is Test {
    uint256 public constant PEOPLE = 4;
    uint256 private constant DIGITS = 1e18;

    AerieToken public immutable token;
    AerieStaking public immutable staking;

    /// Steps taken: each may round once per person, and once for the pool.
    uint256 public steps;
    uint256 public funded;
    uint256 public claimed;
    uint256 public donated;
    mapping(address person => uint256) public put;
    mapping(address person => uint256) public taken;

    uint256 private _now = T0;
    /// The model: units times DIGITS.
    uint256 private _modelLeft;
    uint256 private _modelEnd;
    mapping(address person => uint256) private _modelEarned;
    mapping(address person => uint256) private _earnedBefore;

    constructor(AerieToken token_, AerieStaking staking_) {
        token = token_;
        staking = staking_;
    }

    /// Every step: nobody's rewards fall, except those of the one who claims.
    modifier step(address claimer) {
        vm.warp(_now);
        steps++;
        for (uint256 i = 0; i < PEOPLE; i++) {
            _earnedBefore[personOf(i)] = staking.earned(personOf(i));
        }
        _;
        vm.stopPrank();
        for (uint256 i = 0; i < PEOPLE; i++) {
            address person = personOf(i);
            if (person != claimer) le(_earnedBefore[person], staking.earned(person), "only a claim lowers rewards");
        }
    }

    // ── actions ────────────────────────────────────────────────────────────────────────────────────────────────────

    function stake(uint256 who, uint256 amount) external step(address(0)) {
        (address person, uint256 part) = _spender(who, amount);
        if (part == 0 || staking.paused()) return;
        token.approve(address(staking), part);
        staking.stake(part);
        put[person] += part;
    }

    function stakeWithPermit(uint256 who, uint256 amount) external step(address(0)) {
        (address person, uint256 part) = _spender(who, amount);
        if (part == 0 || staking.paused()) return;
        uint256 key = keyOf(who % PEOPLE);
        (uint8 v, bytes32 r, bytes32 s) = signPermit(token, key, address(staking), part, _now);
        staking.stakeWithPermit(part, _now, v, r, s);
        put[person] += part;
    }

    function requestUnstake(uint256 who, uint256 amount) external step(address(0)) {
        address person = personOf(who % PEOPLE);
        uint256 staked = staking.stakedOf(person);
        if (staked == 0) return;
        vm.startPrank(person);
        staking.requestUnstake(amount % 4 == 0 ? staked : within(amount, 1, staked));
    }

    /// In and out within one second earns nothing.
    function stakeAndLeave(uint256 who, uint256 amount) external step(address(0)) {
        (address person, uint256 part) = _spender(who, amount);
        if (part == 0 || staking.paused()) return;
        uint256 before = staking.earned(person);
        token.approve(address(staking), part);
        staking.stake(part);
        staking.requestUnstake(part);
        put[person] += part;
        eq(staking.earned(person), before, "in and out in one second earns nothing");
    }

    function withdraw(uint256 who, uint256 ticket) external step(address(0)) {
        address person = personOf(who % PEOPLE);
        (AerieStaking.OpenTicket[] memory all, uint256 count) = staking.openTicketsOf(person, 0, type(uint256).max);
        if (count == 0) return;
        AerieStaking.OpenTicket memory one = all[ticket % count];
        if (one.readyAt > _now) return;
        vm.startPrank(person);
        uint256 paid = staking.withdraw(one.id);
        eq(paid, one.amount, "a ticket pays its amount");
        taken[person] += paid;
    }

    function withdrawMany(uint256 who) external step(address(0)) {
        address person = personOf(who % PEOPLE);
        uint256[] memory ready = _ready(person);
        if (ready.length == 0) return;
        vm.startPrank(person);
        taken[person] += staking.withdrawMany(ready);
    }

    function claim(uint256 who) external step(personOf(who % PEOPLE)) {
        address person = personOf(who % PEOPLE);
        if (staking.earned(person) == 0) return;
        vm.startPrank(person);
        uint256 paid = staking.claim();
        claimed += paid;
        // The model keeps the fraction of a unit that rounding left behind.
        _modelEarned[person] = _modelEarned[person] > paid * DIGITS ? _modelEarned[person] - paid * DIGITS : 0;
        eq(staking.earned(person), 0, "a claim takes all");
    }

    /// No funding lowers what was promised: the end, the rate at any second until then, and what a present stake earns.
    function fund(uint256 amount, uint256 duration, uint256 look) external step(address(0)) {
        if (staking.paused()) return;
        uint256 part = within(amount, 1, 1_000_000e18);
        (,, uint256 end,, uint256 left) = staking.epoch();
        // As often long enough as not.
        uint256 least = duration % 2 == 0 || left == 0 ? staking.MIN_EPOCH() : end - _now;
        uint256 time = within(duration, least < staking.MIN_EPOCH() ? staking.MIN_EPOCH() : least, least + 90 days);
        if (token.balanceOf(TREASURY) < part) return;
        vm.prank(TREASURY);
        token.transfer(OWNER, part);
        uint256 later = left == 0 ? _now : within(look, _now, end - 1);
        uint256[] memory promised = _seenAt(later);
        vm.startPrank(OWNER);
        token.approve(address(staking), part);
        try staking.fund(part, time) {
            funded += part;
            _modelLeft += part * DIGITS;
            _modelEnd = _now + time;
        } catch (bytes memory reason) {
            bool isShort = bytes4(reason) == AerieStaking.AerieStaking_EndWouldMoveEarlier.selector;
            yes(isShort || bytes4(reason) == AerieStaking.AerieStaking_RateWouldDrop.selector, "refused for a reason");
            yes(left > 0, "only a running epoch refuses");
            token.transfer(TREASURY, part);
        }
        if (left == 0) return;
        (,, uint256 endAfter,,) = staking.epoch();
        le(end, endAfter, "no funding moves the end earlier");
        uint256[] memory kept = _seenAt(later);
        for (uint256 i = 0; i < kept.length; i++) {
            le(promised[i], kept[i] + 1, "no funding lowers what was promised");
        }
    }

    /// The rate, and what each person will have earned, at a later second if nobody does anything until then.
    function _seenAt(uint256 later) private returns (uint256[] memory seen) {
        seen = new uint256[](PEOPLE + 1);
        vm.warp(later);
        for (uint256 i = 0; i < PEOPLE; i++) {
            seen[i] = staking.earned(personOf(i));
        }
        seen[PEOPLE] = staking.rewardRate();
        vm.warp(_now);
    }

    /// Moves nothing: all numbers stay as they were.
    function donate(uint256 amount) external step(address(0)) {
        uint256 part = within(amount, 1, 1000e18);
        bytes32 before = _numbers();
        vm.prank(TREASURY);
        token.transfer(address(staking), part);
        donated += part;
        yes(_numbers() == before, "a donation moves nothing");
    }

    function recoverSurplus() external step(address(0)) {
        if (donated == 0) return;
        vm.startPrank(OWNER);
        eq(staking.recoverSurplus(token, TREASURY), donated, "the surplus is what was donated");
        donated = 0;
    }

    function pauseOrResume() external step(address(0)) {
        vm.startPrank(OWNER);
        if (staking.paused()) staking.resumeDeposits();
        else staking.pauseDeposits();
    }

    function pass(uint256 time) public step(address(0)) {
        uint256 dt = time % 3 == 0 ? within(time, 0, 3) : within(time, 1, 20 days);
        _shareOut(dt);
        _now += dt;
        vm.warp(_now);
    }

    // ── what the invariants ask ────────────────────────────────────────────────────────────────────────────────────

    function enter() public {
        vm.warp(_now);
    }

    function modelOf(address person) external view returns (uint256) {
        return _modelEarned[person] / DIGITS;
    }

    /// Lets the epoch run out with a staker, and pays everybody everything, while deposits are paused.
    function endAll() external {
        enter();
        if (staking.paused()) {
            vm.prank(OWNER);
            staking.resumeDeposits();
        }
        give(token, personOf(0), 1);
        this.stake(0, 1);
        vm.prank(OWNER);
        staking.pauseDeposits();
        (,, uint256 end,, uint256 left) = staking.epoch();
        if (left > 0) _now = end;
        vm.warp(_now);
        for (uint256 i = 0; i < PEOPLE; i++) {
            _leave(personOf(i));
        }
        _now += staking.unbondingTime();
        vm.warp(_now);
        for (uint256 i = 0; i < PEOPLE; i++) {
            this.withdrawMany(i);
        }
    }

    // ── inside ─────────────────────────────────────────────────────────────────────────────────────────────────────

    function _leave(address person) private {
        uint256 staked = staking.stakedOf(person);
        vm.startPrank(person);
        if (staked > 0) staking.requestUnstake(staked);
        if (staking.earned(person) > 0) claimed += staking.claim();
        vm.stopPrank();
    }

    function _spender(uint256 who, uint256 amount) private returns (address person, uint256 part) {
        person = personOf(who % PEOPLE);
        uint256 balance = token.balanceOf(person);
        // Dust and fortunes, not only the middle.
        uint256 most = amount % 3 == 0 ? 1000 : balance;
        part = balance == 0 ? 0 : within(amount, 1, most < balance ? most : balance);
        vm.startPrank(person);
    }

    function _ready(address person) private view returns (uint256[] memory ids) {
        (AerieStaking.OpenTicket[] memory all, uint256 count) = staking.openTicketsOf(person, 0, type(uint256).max);
        uint256 found;
        for (uint256 i = 0; i < count; i++) {
            if (all[i].readyAt <= _now) found++;
        }
        ids = new uint256[](found);
        for (uint256 i = count; i > 0; i--) {
            if (all[i - 1].readyAt <= _now) ids[--found] = all[i - 1].id;
        }
    }

    /// The next `dt` seconds in the model.
    function _shareOut(uint256 dt) private {
        uint256 total;
        for (uint256 i = 0; i < PEOPLE; i++) {
            total += staking.stakedOf(personOf(i));
        }
        if (_modelLeft == 0) return;
        if (total == 0) {
            _modelEnd += dt;
            return;
        }
        uint256 remaining = _modelEnd - _now;
        uint256 streamed = dt >= remaining ? _modelLeft : _modelLeft * dt / remaining;
        _modelLeft -= streamed;
        for (uint256 i = 0; i < PEOPLE; i++) {
            _modelEarned[personOf(i)] += streamed * staking.stakedOf(personOf(i)) / total;
        }
    }

    function _numbers() private view returns (bytes32) {
        bytes memory all = abi.encode(staking.pool());
        for (uint256 i = 0; i < PEOPLE; i++) {
            all = abi.encode(all, staking.accountOf(personOf(i)), staking.earned(personOf(i)));
        }
        return keccak256(all);
    }
}
