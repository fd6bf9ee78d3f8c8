// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {SafeCast} from "@openzeppelin/contracts/utils/math/SafeCast.sol";
import {Stewarded} from "./Stewarded.sol";

/// @title Subscriptions, paid ahead by the month in USDC
/// @notice A month is 30 days of 86,400 seconds; no calendar. Prices and payments are in units of 10^-6 dollar. A payment
/// is final: no month, started or not, is paid back. Who wants no commitment pays one month at a time. Time that was paid
/// for cannot be shortened by anybody, neither by a pause nor by a change of the plan.
contract AerieSubscriptions is Stewarded {
    using SafeERC20 for IERC20;
    using SafeCast for uint256;

    /// @notice What can be bought.
    struct Plan {
        /// Units of 10^-6 dollar for one month; at least 1 while offered.
        uint128 monthlyPrice;
        /// Whether it can be bought now.
        bool offered;
    }

    /// @notice One month, in seconds.
    uint256 public constant MONTH = 30 days;
    /// @notice The most months that one payment can buy.
    uint256 public constant MAX_MONTHS = 24;

    /// @notice The dollar token, 6 decimals.
    IERC20 public immutable USDC;
    /// @notice Payments that the owner has not taken out. Units of 10^-6 dollar.
    uint256 public proceeds;
    /// @notice Until when an account has paid for a plan, in seconds, that second excluded; 0 when it never did.
    mapping(address account => mapping(uint256 planId => uint256)) public paidUntil;

    mapping(uint256 planId => Plan) private _plans;

    /// @notice A plan was made or changed. Holds for payments after this event only.
    event PlanSet(uint256 indexed planId, uint256 monthlyPrice, bool offered);
    /// @notice `account` paid `paid` for `months` months from second `from` to second `until`.
    event Subscribed(
        address indexed account, uint256 indexed planId, uint256 months, uint256 paid, uint256 from, uint256 until
    );
    /// @notice The owner took payments out.
    event ProceedsWithdrawn(address indexed to, uint256 amount);

    /// @notice The token must be a contract.
    error AerieSubscriptions_NoToken();
    /// @notice An offered plan has a price.
    error AerieSubscriptions_ZeroPrice();
    /// @notice The plan does not exist or is not offered now.
    error AerieSubscriptions_NotOffered(uint256 planId);
    /// @notice A payment buys from 1 to `MAX_MONTHS` months.
    error AerieSubscriptions_MonthsOutOfRange(uint256 months);
    /// @notice It costs more than the buyer agreed to.
    error AerieSubscriptions_PriceAboveMax(uint256 price, uint256 maxPrice);
    /// @notice The token kept part of the payment.
    error AerieSubscriptions_PaidShort(uint256 received, uint256 price);
    /// @notice There is not so much to take out.
    error AerieSubscriptions_InsufficientProceeds(uint256 available, uint256 requested);

    /// @param usdc the dollar token, 6 decimals, without fee on transfer
    /// @param steward first owner, who sets prices and takes payments out
    constructor(IERC20 usdc, address steward) Stewarded(steward) {
        if (address(usdc).code.length == 0) revert AerieSubscriptions_NoToken();
        USDC = usdc;
    }

    /// @notice Buys months of a plan for the caller. They begin now, or when what is paid for ends, if that is later.
    /// @param planId an offered plan
    /// @param months from 1 to `MAX_MONTHS`
    /// @param maxPrice the most the caller agrees to pay in all, units of 10^-6 dollar: a price that rises meanwhile does
    /// not take more
    /// @return until new end of what is paid for, in seconds
    function subscribe(uint256 planId, uint256 months, uint256 maxPrice)
        external
        nonReentrant
        whenNotPaused
        returns (uint256 until)
    {
        return _subscribe(planId, months, maxPrice);
    }

    /// @notice As `subscribe`, in one transaction with an EIP-2612 permit for `maxPrice`. A permit that somebody else has
    /// already used does no harm.
    /// @param deadline last second of the permit
    function subscribeWithPermit(
        uint256 planId,
        uint256 months,
        uint256 maxPrice,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external nonReentrant whenNotPaused returns (uint256 until) {
        _usePermit(USDC, maxPrice, deadline, v, r, s);
        return _subscribe(planId, months, maxPrice);
    }

    /// @notice Makes or changes a plan, for payments from now on.
    /// @param monthlyPrice units of 10^-6 dollar, above 0 while offered
    /// @param offered whether it can be bought
    function setPlan(uint256 planId, uint256 monthlyPrice, bool offered) external onlyOwner {
        if (offered && monthlyPrice == 0) revert AerieSubscriptions_ZeroPrice();
        _plans[planId] = Plan({monthlyPrice: monthlyPrice.toUint128(), offered: offered});
        emit PlanSet(planId, monthlyPrice, offered);
    }

    /// @notice Takes payments out. Never paused.
    /// @param to receives them
    /// @param amount units of 10^-6 dollar, at most `proceeds`
    function withdrawProceeds(address to, uint256 amount) external onlyOwner nonReentrant {
        if (amount > proceeds) revert AerieSubscriptions_InsufficientProceeds(proceeds, amount);
        proceeds -= amount;
        USDC.safeTransfer(to, amount);
        emit ProceedsWithdrawn(to, amount);
    }

    /// @notice A plan; all zero when it was never set.
    /// @return monthlyPrice units of 10^-6 dollar
    /// @return offered whether it can be bought now, unless deposits are paused
    function planOf(uint256 planId) external view returns (uint256 monthlyPrice, bool offered) {
        Plan storage plan = _plans[planId];
        return (plan.monthlyPrice, plan.offered);
    }

    /// @notice Whether an account has paid for this second.
    function isActive(address account, uint256 planId) external view returns (bool) {
        return block.timestamp < paidUntil[account][planId];
    }

    function _subscribe(uint256 planId, uint256 months, uint256 maxPrice) private returns (uint256 until) {
        Plan memory plan = _plans[planId];
        if (!plan.offered) revert AerieSubscriptions_NotOffered(planId);
        if (months == 0 || months > MAX_MONTHS) revert AerieSubscriptions_MonthsOutOfRange(months);
        uint256 price = plan.monthlyPrice * months;
        if (price > maxPrice) revert AerieSubscriptions_PriceAboveMax(price, maxPrice);
        uint256 from = Math.max(block.timestamp, paidUntil[msg.sender][planId]);
        until = from + months * MONTH;
        paidUntil[msg.sender][planId] = until;
        proceeds += price;
        uint256 received = _pull(USDC, msg.sender, price);
        if (received != price) revert AerieSubscriptions_PaidShort(received, price);
        emit Subscribed(msg.sender, planId, months, price, from, until);
    }

    function _owed(address token) internal view override returns (uint256) {
        return token == address(USDC) ? proceeds : 0;
    }
}
