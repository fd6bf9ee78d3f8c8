// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// The few cheat codes of forge that the tests use; its own library is not on npm.
interface Vm {
    function addr(uint256 privateKey) external pure returns (address);
    function assume(bool condition) external pure;
    function expectEmit(bool topic1, bool topic2, bool topic3, bool data, address emitter) external;
    function expectRevert() external;
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
}
