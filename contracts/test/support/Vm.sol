// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The few cheat codes of forge that the tests use; its own library is not on npm.
interface Vm {
    struct Gas {
        uint64 gasLimit;
        uint64 gasTotalUsed;
        uint64 gasMemoryUsed;
        int64 gasRefunded;
        uint64 gasRemaining;
    }

    function addr(uint256 privateKey) external pure returns (address);
    function assume(bool condition) external pure;
    function expectEmit(bool topic1, bool topic2, bool topic3, bool data, address emitter) external;
    function expectRevert() external;
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata reason) external;
    function lastCallGas() external view returns (Gas memory gas);
    function prank(address sender) external;
    function revertToState(uint256 state) external returns (bool isDone);
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function snapshotState() external returns (uint256 state);
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
}
