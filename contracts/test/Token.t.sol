// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {AerieToken} from "../src/AerieToken.sol";
import {TestUsdc} from "../src/TestUsdc.sol";
import {Test} from "./support/Test.sol";

contract TokenTests is Test {
    AerieToken private token;

    function setUp() public {
        vm.warp(T0);
        token = newToken();
    }

    function test_all_tokens_are_the_treasurys() public view {
        eq(token.totalSupply(), 100_000_000e18, "supply");
        eq(token.balanceOf(TREASURY), 100_000_000e18, "treasury");
        eq(token.decimals(), 18, "decimals");
        yes(keccak256(bytes(token.name())) == keccak256("Aerie"), "name");
        yes(keccak256(bytes(token.symbol())) == keccak256("AERIE"), "symbol");
    }

    /// A wallet signs a permit for this domain; `DOMAIN_SEPARATOR` is what the token checks.
    function test_says_the_version_that_permits_are_signed_for() public {
        TestUsdc usdc = new TestUsdc(OWNER);
        yes(token.DOMAIN_SEPARATOR() == domain(address(token), token.name(), token.version()), "token");
        yes(usdc.DOMAIN_SEPARATOR() == domain(address(usdc), usdc.name(), usdc.version()), "usdc");
    }

    function domain(address where, string memory name, string memory version) private view returns (bytes32) {
        bytes32 typeHash =
            keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
        return keccak256(abi.encode(typeHash, keccak256(bytes(name)), keccak256(bytes(version)), block.chainid, where));
    }

    function testFuzz_a_transfer_makes_and_destroys_nothing(uint256 amount) public {
        amount = within(amount, 0, token.SUPPLY());
        give(token, personOf(0), amount);
        eq(token.balanceOf(personOf(0)) + token.balanceOf(TREASURY), token.SUPPLY(), "sum");
        eq(token.totalSupply(), token.SUPPLY(), "supply");
    }

    function testFuzz_a_permit_counts_once(uint256 amount) public {
        (uint8 v, bytes32 r, bytes32 s) = signPermit(token, keyOf(0), personOf(1), amount, T0);
        token.permit(personOf(0), personOf(1), amount, T0, v, r, s);
        eq(token.allowance(personOf(0), personOf(1)), amount, "allowance");
        vm.expectRevert();
        token.permit(personOf(0), personOf(1), amount, T0, v, r, s);
    }

    function testFuzz_only_the_faucet_makes_test_dollars(uint256 amount) public {
        TestUsdc usdc = new TestUsdc(OWNER);
        eq(usdc.decimals(), 6, "decimals");
        vm.prank(OWNER);
        usdc.mint(personOf(0), amount);
        eq(usdc.balanceOf(personOf(0)), amount, "balance");
        vm.prank(personOf(0));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, personOf(0)));
        usdc.mint(personOf(0), 1);
    }
}
