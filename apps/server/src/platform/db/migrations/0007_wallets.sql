CREATE TABLE "tier_proofs" (
	"wallet" text PRIMARY KEY NOT NULL,
	"chain_id" bigint NOT NULL,
	"contract" text NOT NULL,
	"tier" text NOT NULL,
	"unstaked" numeric(78, 0) NOT NULL,
	"staked" numeric(78, 0) NOT NULL,
	"vested" numeric(78, 0) NOT NULL,
	"block" bigint NOT NULL,
	"proven_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wallet_challenges" (
	"nonce" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "granted_subscription" text DEFAULT 'claw' NOT NULL;--> statement-breakpoint
-- Until now a subscription could only come from the operator.
UPDATE "users" SET "granted_subscription" = "subscription";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ipc_paid_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "ipc_paid_by" text;--> statement-breakpoint
ALTER TABLE "tier_proofs" ADD CONSTRAINT "tier_proofs_wallet_wallets_address_fk" FOREIGN KEY ("wallet") REFERENCES "public"."wallets"("address") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_challenges" ADD CONSTRAINT "wallet_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tier_proofs_proven_idx" ON "tier_proofs" USING btree ("proven_at");--> statement-breakpoint
CREATE INDEX "wallet_challenges_user_idx" ON "wallet_challenges" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "wallet_challenges_expires_idx" ON "wallet_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_updated_idx" ON "users" USING btree ("updated_at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_granted_subscription_known" CHECK ("users"."granted_subscription" in ('claw', 'IPC'));--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_payment_whole" CHECK (("users"."ipc_paid_until" is null) = ("users"."ipc_paid_by" is null));