"""The pages of the rules, with worked examples and a search.

From outside: `views`, whose links to the pages behind refusals, amounts and rulings every template may call.
"""
