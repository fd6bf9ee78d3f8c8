CREATE TABLE "trading_news" (
	"account_id" uuid NOT NULL,
	"key" text NOT NULL,
	"body" jsonb NOT NULL,
	CONSTRAINT "trading_news_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
ALTER TABLE "trading_news" ADD CONSTRAINT "trading_news_account_id_trading_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."trading_accounts"("id") ON DELETE cascade ON UPDATE no action;